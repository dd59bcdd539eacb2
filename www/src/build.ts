// What was built, as vite.config.ts says it.

declare const __VERSION__: string;
declare const __COMMIT__: string;

export const VERSION: string = __VERSION__;
/** Short; nothing where it is not known. */
export const COMMIT: string = __COMMIT__;
