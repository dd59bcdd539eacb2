// The library: a sheet, whose content is fetched when it is opened.

import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";

export function library(context: Context): { open(): void; isOpen(): boolean; draw: View } {
  const { page, redraw } = context;
  const sheet = dialog("Library", "library-title", redraw);
  const close = () => sheet.close();
  const body = onDemand(context, () =>
    import("./library/content.ts").then(({ libraryContent }) => libraryContent(context, close)),
  );
  return {
    open() {
      page.experiments.look();
      sheet.open();
    },
    isOpen: sheet.isOpen,
    draw: (state) => sheet.draw(() => body(state)),
  };
}
