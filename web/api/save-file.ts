/** Hands bytes to the browser as a download. */
export function saveFile(content: Blob, filename: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = filename;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves an answer under the name it came with, else under `fallback`. */
export async function saveAnswer(response: Response, fallback: string): Promise<void> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  saveFile(await response.blob(), named ?? fallback);
}
