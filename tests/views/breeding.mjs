// What a first visitor sees, and each system with its stages, before, during and after a run.

/** What runs in a moment. */
const SMALL = { Population: 10, "Positions per generation": 30 };

export const BREEDING = {
  async demonstration(visitor) {
    await visitor.begin("", { reducedMotion: "no-preference" });
    await visitor.sees(visitor.of("the present champion"));
    await visitor.take("running");
    await visitor.take("whole", { whole: true });
    await visitor.press("About");
    await visitor.dialog("About Millipawn").waitFor();
    await visitor.escape("About Millipawn");
    await visitor.sees(visitor.of("That was evolution at work"));
    await visitor.take("ended");
  },

  async tour(visitor) {
    await visitor.begin();
    await visitor.press("Take the tour");
    const card = visitor.page.getByRole("region", { name: visitor.of("Tour"), exact: true });
    for (const stop of [1, 2, 3, 4, 5]) {
      await card.getByText(visitor.of("{0} of {1}").replace("{0}", stop).replace("{1}", 5)).waitFor();
      await visitor.take(`stop-${stop}`);
      if (stop < 5) await visitor.press("Next");
    }
  },

  async start(visitor) {
    await visitor.begin();
    await visitor.take("page", { whole: true });
    await visitor.unfold("More settings");
    await visitor.unfold("Exchange programs with others");
    await visitor.take("settings", { at: visitor.page.locator("#breed details.more") });
    await visitor.press("About");
    await visitor.dialog("About Millipawn").getByRole("heading").first().waitFor();
    await visitor.take("about");
    const last = visitor.dialog("About Millipawn").getByRole("heading");
    await visitor.take("about-end", { at: last.last() });
    await visitor.escape("About Millipawn");
    for (const [preset, picture] of [
      ["Imitate grandmasters (Falcon 2014)", "falcon"],
      ["Let them fight", "coevolution"],
      ["Grow a search (EvoChess 2002)", "evochess"],
      ["Learn from the tree (Meep 2009)", "meep"],
    ]) {
      await visitor.press(preset);
      await visitor.button(preset).and(visitor.page.locator("[aria-pressed=true]")).waitFor();
      await visitor.take(`preset-${picture}`);
    }
  },

  async acpp(visitor) {
    await visitor.begin();
    await visitor.set({ Population: 50, "Positions per generation": 200, Generations: 100_000 });
    await visitor.press("Evolve");
    await visitor.arrived(2);
    await visitor.take("running", { whole: true });
    await visitor.press("Pause");
    await visitor.says(visitor.of(", paused"));
    await visitor.set({ "Mutation probability": 0.01 });
    await visitor.button("Apply").waitFor();
    await visitor.take("paused-and-changed", { at: visitor.button("Apply") });
    await visitor.press("Apply");
    await visitor.press("Reset");
    await visitor.sees(visitor.of("Undo"));
    await visitor.take("reset");
    await visitor.evolve({ ...SMALL, Generations: 12 });
    await visitor.take("finished", { whole: true });
    await visitor.press("Show as table");
    await visitor.take("table", { at: visitor.page.locator("table.fitness-table") });
    await visitor.press("Show as table");
    await visitor.set({ "Games with each": 2 });
    await visitor.press("Measure strength");
    await visitor.sees(visitor.of("Too few games for a rating.{0}").replace("{0}", ""));
    await visitor.take("strength", { at: visitor.button("Strength as table") });
    await visitor.press("Strength as table");
    await visitor.take("strength-table", { at: visitor.button("Strength as table") });
    await visitor.take("genes", { at: visitor.page.locator(".genes") });
    await visitor.take("evaluation", { at: visitor.page.locator(".evaluation") });
  },

  async step(visitor) {
    await visitor.begin();
    await visitor.set({ ...SMALL, "Crossover probability": 1, "Mutation probability": 0.02, Generations: 5 });
    for (const generation of [0, 1]) {
      await visitor.press("Step");
      await visitor.sees(visitor.of("How generation {0} was made").replace("{0}", generation));
    }
    const made = visitor.page.getByRole("region", { name: visitor.like("How generation {0} was made") });
    await visitor.take("scores", { at: made });
    for (const picture of ["ranks", "parents", "crossover", "mutation"]) {
      await visitor.press("Next");
      await visitor.take(picture, { at: made });
    }
  },

  async falcon(visitor) {
    await visitor.begin();
    await visitor.choose("System", "falcon");
    await visitor.set({ Population: 4, "Positions per generation": 10, Generations: 1 });
    await visitor.press("Ten runs");
    await visitor.page.getByText(/\b10\D+10\b/).filter({ visible: true }).first().waitFor();
    await visitor.take("ten-runs", { whole: true });
    const stages = visitor.page.getByRole("tab");
    await stages.nth(1).press("Enter");
    await visitor.page.getByRole("tabpanel").getByText(visitor.of("More settings")).waitFor();
    await visitor.take("coevolution-before");
    await visitor.set({ Generations: 1, "Games per pair": 1, "Nodes a move": 50 });
    await visitor.press("Run");
    await visitor.finished(1);
    await visitor.take("coevolution", { whole: true });
    await visitor.take("cross-table", { at: visitor.page.locator("#watch table") });
    await stages.nth(2).press("Enter");
    await visitor.set({ "Nodes a position": 1000, Population: 4, Generations: 1 });
    await visitor.take("tuning-before");
    await visitor.press("Run");
    await visitor.finished(1);
    await visitor.take("tuning", { whole: true });
    await visitor.take("tuning-genes", { at: visitor.page.locator(".genes") });
  },

  async evochess(visitor) {
    await visitor.begin();
    await visitor.choose("System", "evochess");
    await visitor.set({ Population: 8, Depth: 2, Positions: 10, Generations: 2 });
    await visitor.press("Run");
    await visitor.finished(2);
    await visitor.take("ordering", { whole: true });
    await visitor.press("Show as table");
    await visitor.take("ordering-table", { at: visitor.page.locator("#watch table") });
    await visitor.page.getByRole("tab").nth(1).press("Enter");
    await visitor.unfold("More settings");
    await visitor.set({ "Longest game": 20, Parents: 2, "Final games": 2, Finalists: 2, Demes: 2 });
    await visitor.set({ Population: 4, "Nodes a move": 200, "Strongest opponent": 1, Generations: 1 });
    await visitor.press("Run");
    await visitor.finished(1);
    await visitor.take("games", { whole: true });
    await visitor.press("History of a gene");
    await visitor.dialog("History of a gene").getByRole("slider").waitFor();
    await visitor.button("Stop tracing").waitFor({ state: "detached" });
    await visitor.take("gene-history");
    await visitor.escape("History of a gene");
    for (const [picture, selector] of [
      ["demes", "figure.demes"],
      ["depth-module", "figure.depth-module"],
      ["tries", "table.evaluation >> nth=-1"],
    ]) {
      const part = visitor.page.locator(selector).first();
      if (await part.isVisible()) await visitor.take(picture, { at: part });
    }
  },

  async meep(visitor) {
    await visitor.begin();
    await visitor.choose("System", "meep");
    await visitor.set({ "Nodes a move": 200, "Games a round": 2, Generations: 2 });
    await visitor.press("Run");
    await visitor.finished(2);
    await visitor.take("learning", { whole: true });
    await visitor.press("Show as table");
    await visitor.take("learning-table", { at: visitor.page.locator("#watch table") });
    await visitor.take("weights", { at: visitor.page.locator(".weights") });
    await visitor.press("Search this position");
    await visitor.button("Search as table").waitFor();
    await visitor.take("search", { at: visitor.button("Search as table") });
    await visitor.press("Positions: before and now");
    await visitor.dialog("What it learned to see").getByRole("listitem").first().waitFor();
    await visitor.take("positions");
    await visitor.escape("What it learned to see");
    await visitor.page.getByRole("tab").nth(1).press("Enter");
    await visitor.set({ Generations: 3 });
    await visitor.press("Run");
    await visitor.finished(3);
    await visitor.take("masters", { whole: true });
  },

  async classroom(visitor) {
    await visitor.begin();
    await visitor.evolve({ ...SMALL, Generations: 6, "Mutation probability": 0.1 });
    // There is none on a narrow screen.
    if (!(await visitor.button("Classroom").isVisible())) return;
    await visitor.press("Classroom");
    await visitor.evolve({ ...SMALL, Generations: 8, "Mutation probability": 0.001 });
    await visitor.take("ghost");
  },
};
