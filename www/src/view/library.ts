// The library: a sheet, whose content is fetched when it is opened.

import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";

export function library(context: Context): { open(): void; draw: View } {
  const { page } = context;
  const sheet = dialog("Library", "library-title", context);
  const close = () => sheet.close();
  const body = onDemand(context, () =>
    import("./library/content.ts").then(({ libraryContent }) => libraryContent(context, close)),
  );
  return {
    open() {
      page.experiments.look();
      sheet.open();
    },
    draw: (state) => sheet.draw(() => body(state)),
  };
}
