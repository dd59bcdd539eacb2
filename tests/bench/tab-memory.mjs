// What a tab of Chromium holds. Linux tells it.

import { readFileSync } from "node:fs";

/** Resident and private memory in MB of a process; none of one that has just ended. */
function memory(pid) {
  let status;
  try {
    status = readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return { resident: 0, private: 0 };
  }
  const field = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000;
  return { resident: field("VmRSS"), private: field("RssAnon") };
}

/** Answers how to ask for the memory of the browser's largest tab, its workers included. */
export async function tabMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const sizes = processInfo.filter((one) => one.type === "renderer").map((one) => memory(one.id));
    return sizes.reduce((most, one) => (one.resident > most.resident ? one : most), { resident: 0, private: 0 });
  };
}
