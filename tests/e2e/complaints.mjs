// What a browser has to say of a page that is not as it should be.

import { driven } from "./browser.mjs";

/** Fills the list that it answers: console errors, page errors, failed or missing requests, requests to other hosts than that of the site. */
export function listen(context, address) {
  const complaints = [];
  const complain = (text) => complaints.push(text);
  context.on("console", (message) => message.type() === "error" && complain(`console: ${message.text()}`));
  context.on("weberror", (error) => complain(`page error: ${error.error()?.stack ?? error.error()}`));
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    if (why !== driven.aborted) complain(`failed: ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) complain(`${response.status()}: ${response.url()}`);
  });
  context.on("request", (request) => {
    const { protocol, href } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !href.startsWith(address)) complain(`asked elsewhere: ${href}`);
  });
  return complaints;
}
