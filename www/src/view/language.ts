// Before uPlot, which formats numbers in the browser's language as soon as it is loaded: a browser may name one that is none ("C",
// as WebKitGTK does under that locale), and a page that cannot begin is blank.

if (!isLanguage(navigator.language)) {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}

function isLanguage(name: string): boolean {
  try {
    new Intl.NumberFormat(name);
    return true;
  } catch {
    return false;
  }
}

export {};
