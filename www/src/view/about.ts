// About: a sheet, whose content is fetched when it is opened.

import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { onDemand } from "./on-demand.ts";

export interface About {
  open(): void;
  draw: View;
}

export function about(context: Context): About {
  const sheet = dialog("About Millipawn", "about-title", context);
  const close = () => sheet.close();
  const body = onDemand(context, () =>
    import("./about/content.ts").then(({ aboutContent }) => aboutContent(context, close)),
  );
  return { open: sheet.open, draw: (state) => sheet.draw(() => body(state)) };
}
