import net from 'node:net';
import { expect, test, vi } from 'vitest';
import { drawPhoto } from '../images/fixtures/draw-photo.ts';
import { drawLabel } from './fixtures/draw-label.ts';
import { labelCodes } from './label-codes.ts';

const VIN = '1HGCM82633A004352';

test.each(['DataMatrix', 'QRCode', 'Code39'] as const)(
  'a VIN in %s is read off the photo of a label, and nothing is asked of the network for it',
  async (format) => {
    const asked = vi.spyOn(globalThis, 'fetch');
    const connected = vi.spyOn(net.Socket.prototype, 'connect');
    expect(await labelCodes(await drawLabel(VIN, { format, scale: 2 }), false)).toEqual([VIN]);
    expect(asked).not.toHaveBeenCalled();
    expect(connected).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  },
);

test('a line code that lies askew is read where the photo is told to show a label', async () => {
  const askew = await drawLabel(VIN, { format: 'Code39', scale: 2, tilt: 12 });
  expect(await labelCodes(askew, false)).toEqual([]);
  expect(await labelCodes(askew, true)).toEqual([VIN]);
});

test('a photo without a barcode tells none', async () => {
  const photo = await drawPhoto({ width: 1600, height: 1200 }).jpeg().toBuffer();
  expect(await labelCodes(photo, true)).toEqual([]);
});

test('bytes that are no picture are refused', async () => {
  await expect(labelCodes(Buffer.from('no picture'), false)).rejects.toThrow();
});
