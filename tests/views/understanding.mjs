// What explains a run, and the library that keeps it.

export const UNDERSTANDING = {
  async understanding(visitor) {
    await visitor.begin();
    await visitor.evolve({
      ...{ Population: 20, "Positions per generation": 100, "Mutation probability": 0.02, Generations: 8 },
    });
    const positions = visitor.dialog("What it learned to see");
    await visitor.press("Positions: before and now");
    await positions.locator("select").selectOption("wrong");
    await positions.getByRole("listitem").first().waitFor();
    await visitor.take("positions");
    await positions.getByRole("listitem").first().getByRole("button").press("Enter");
    const scores = visitor.page.getByRole("table", { name: visitor.of("Scores of all moves") });
    await scores.waitFor();
    await visitor.take("position", { at: scores });
    await visitor.escape("What it learned to see");
    await visitor.press("History of a gene");
    await visitor.dialog("History of a gene").getByRole("slider").waitFor();
    await visitor.button("Stop tracing").waitFor({ state: "detached" });
    await visitor.take("gene-history");
    await visitor.escape("History of a gene");
    await visitor.press("Without each gene");
    await visitor.dialog("Without each gene").getByRole("table").waitFor();
    await visitor.button("Stop counting").waitFor({ state: "detached" });
    await visitor.take("without-each-gene");
    await visitor.escape("Without each gene");
    await visitor.press("Parents of a program");
    const inherited = visitor.dialog("Parents of a program").getByRole("table");
    await inherited.first().waitFor();
    await visitor.take("parents");
    await visitor.take("inherited-genes", { at: inherited });
  },

  async library(visitor) {
    await visitor.begin();
    const library = visitor.dialog("Library");
    await visitor.press("Library");
    await library.getByRole("heading").first().waitFor();
    await visitor.take("empty");
    await visitor.escape("Library");
    await visitor.evolve({ Population: 8, "Positions per generation": 50, Generations: 4 });
    await visitor.set({ Seed: 7, "Mutation probability": 0.02 });
    await visitor.evolve({ Generations: 6 });
    await visitor.press("Library");
    const boxes = library.getByRole("checkbox");
    await boxes.nth(1).waitFor();
    await visitor.take("experiments");
    await visitor.press(visitor.like("Rename {0}"), library);
    await library.getByRole("textbox").first().waitFor();
    await visitor.take("rename");
    await visitor.button("Cancel", library).press("Enter");
    await visitor.press("Queue a new run");
    await visitor.button("Start queue").waitFor();
    await visitor.take("queue", { at: visitor.button("Start queue") });
    await visitor.press("Add the program on show");
    await library.getByText(/\(.+ .+ .+\)/).last().waitFor();
    const hall = visitor.page.getByRole("region", { name: visitor.of("Hall of fame") });
    await visitor.take("hall-of-fame", { at: hall });
    for (const box of await boxes.all()) await box.press("Space");
    await visitor.press("Compare the chosen");
    const compared = library.getByRole("region", { name: visitor.of("Comparison") });
    const genes = compared.locator("table").filter({ visible: true }).last();
    await genes.waitFor();
    await visitor.take("comparison", { at: compared.getByRole("heading") });
    await visitor.take("comparison-genes", { at: genes });
  },
};
