import { z } from 'zod';
import { BOX_FORMATS, BOX_WORDS, type Box, type BoxFormat, readBox } from '../examination/boxes.ts';
import type { VisionQuestion } from '../vision/client.ts';

const WIDTH = 960;
const HEIGHT = 640;
/** Off the middle, and unlike itself with sides and heights swapped or on another scale. */
const PLACE: Box = [560 / WIDTH, 80 / HEIGHT, 800 / WIDTH, 240 / HEIGHT];
/** Less overlap is another place. */
const SAME_PLACE = 0.5;

/** One red rectangle, and where it is: how a model answers tells how it counts. */
export async function probeQuestion(format: BoxFormat): Promise<VisionQuestion> {
  const { default: sharp } = await import('sharp');
  const [x0, y0, x1, y1] = PLACE;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#d8d8d4"/><rect x="${x0 * WIDTH}" y="${y0 * HEIGHT}" width="${(x1 - x0) * WIDTH}" height="${(y1 - y0) * HEIGHT}" fill="#d01818"/></svg>`;
  const jpeg = await sharp(Buffer.from(picture)).jpeg({ quality: 90 }).toBuffer();
  return {
    pass: 'probe',
    instructions: 'You tell where things are in a picture. Answer with JSON of the given schema only.',
    images: [{ label: 'Photo P1', sha256: 'probe', jpeg, width: WIDTH, height: HEIGHT }],
    text: `The picture shows one red rectangle. Answer with its box. Box format: ${BOX_WORDS[format]}.`,
    schema: {
      type: 'object',
      properties: { box: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 } },
      required: ['box'],
      additionalProperties: false,
    },
    max_output_tokens: 120,
  };
}

const answerSchema = z.object({ box: z.array(z.number()) });

function overlap(a: Box, b: Box): number {
  const wide = Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]));
  const high = Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));
  const area = ([x0, y0, x1, y1]: Box) => (x1 - x0) * (y1 - y0);
  return (wide * high) / (area(a) + area(b) - wide * high);
}

/** The way of counting in which the answer is the rectangle, the expected one first; `none`: in none it is. */
export function formatOf(text: string, expected: BoxFormat): BoxFormat {
  const start = text.indexOf('{');
  let json: unknown;
  try {
    json = JSON.parse(text.slice(Math.max(0, start), text.lastIndexOf('}') + 1));
  } catch {
    return 'none';
  }
  const said = answerSchema.safeParse(json).data;
  if (!said) return 'none';
  let best: { format: BoxFormat; share: number } = { format: 'none', share: SAME_PLACE };
  for (const format of [expected, ...BOX_FORMATS]) {
    const box = readBox(said.box, format, { width: WIDTH, height: HEIGHT });
    const share = box === null ? 0 : overlap(box, PLACE);
    if (share > best.share) best = { format, share };
  }
  return best.format;
}
