// The page's first module: the language, and then all else, since modules keep texts in it. WebKit never comes to the end of an `await` at the
// top of a module that several scripts wait for, so there is none.

import { loadLanguage } from "./language/language.ts";

void loadLanguage()
  .then(() => import("./start.ts"))
  .catch((error: unknown) => {
    const told = document.createElement("p");
    told.textContent = `Millipawn could not be loaded: ${String(error)}. Reload the page to try again.`;
    document.getElementById("page")?.replaceChildren(told);
  });
