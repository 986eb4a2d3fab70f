import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

/** The files of a zip by name, each checked against its checksum. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { checkSignature: true, useWebWorkers: false });
  const files = new Map<string, Buffer>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  await zip.close();
  return files;
}
