/** Hands a file to the browser, which keeps it where the person keeps such things. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it a moment later; then it is let go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
