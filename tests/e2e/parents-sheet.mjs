// The sheet that tells where a program came from, for the tests of it.

export function sheet(page) {
  return page.getByRole("dialog", { name: "Parents of a program" });
}

/** What the sheet says, once it knows: of this program and generation. */
export async function told(page, program, generation) {
  const words = sheet(page)
    .locator("[aria-live=polite]")
    .filter({ hasText: `Program ${program} of generation ${generation},` });
  return (await words.innerText()).replaceAll(/\s+/g, " ");
}
