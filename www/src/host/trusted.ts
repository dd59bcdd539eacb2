// The one place where an address becomes a worker's script. Only our own blobs pass, and the service worker.

interface ScriptPolicy {
  createScriptURL(address: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): ScriptPolicy;
}

declare global {
  interface Window {
    /** Where the browser knows Trusted Types. */
    readonly trustedTypes?: PolicyFactory;
  }
}

/** Beside the page, wherever that is. */
export const SERVICE_WORKER = new URL("sw.js", document.baseURI).href;

function createScriptURL(address: string): string {
  if (address !== SERVICE_WORKER && !address.startsWith("blob:"))
    throw new TypeError(`not a worker of ours: ${address}`);
  return address;
}

const policy: ScriptPolicy = window.trustedTypes?.createPolicy("millipawn-worker", { createScriptURL }) ?? {
  createScriptURL,
};

/** The address in the form the Worker constructor wants. */
export function trustedScript(address: string): string {
  return policy.createScriptURL(address) as string;
}
