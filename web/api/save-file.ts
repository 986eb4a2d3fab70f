/** Hands bytes to the browser as a download. */
export function saveFile(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = filename;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
