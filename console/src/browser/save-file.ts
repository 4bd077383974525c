/** Downloads a file in the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click returns, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
