/** Hands the person a file with this text. */
export function download(name: string, text: string, type: string): void {
  downloadFile(name, new Blob([text], { type }));
}

/** Hands the person a file. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
