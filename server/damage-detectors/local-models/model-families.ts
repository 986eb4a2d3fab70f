import type { BoxFormat } from '../examination/boxes.ts';
import type { LocalModel } from './model-server.ts';

type Family = {
  /** By how servers name its models, lower case. */
  readonly name: RegExp;
  /** How well it tells damage beside others of its size (judgement; GroundingME and CarDVLM anchor the order alone). */
  readonly rank: number;
  /** How it tells places, as far as its makers say; the probe at first contact has the last word. */
  readonly boxes?: BoxFormat;
  /** Pixels of its tile, where it is not 32. */
  readonly tile?: number;
  /** A picture is as many tokens as it has tiles, say its makers. */
  readonly token_a_tile?: true;
};

/** The best known first; what is none of them comes last. */
const FAMILIES: readonly Family[] = [
  { name: /qwen[-_]?3\.[678]/, rank: 6, boxes: 'norm1000_xyxy', token_a_tile: true },
  { name: /qwen[-_]?3\.5/, rank: 5, boxes: 'norm1000_xyxy', token_a_tile: true },
  { name: /qwen[-_]?3[-_]?vl/, rank: 5, boxes: 'norm1000_xyxy', token_a_tile: true },
  { name: /gemma[-_]?4/, rank: 4, boxes: 'norm1000_yxyx' },
  { name: /internvl[-_]?3/, rank: 4, boxes: 'norm1000_xyxy' },
  { name: /glm[-_]?4\.[56]v/, rank: 4, boxes: 'norm1000_xyxy' },
  { name: /minicpm[-_]?v[-_]?4/, rank: 4, boxes: 'norm1000_xyxy' },
  { name: /qwen[-_]?2\.?5[-_]?vl/, rank: 3, boxes: 'pixel_sent', tile: 28, token_a_tile: true },
  { name: /gemma[-_]?3|mistral-small|pixtral|llama[-_]?(3\.2|4)|mllama/, rank: 2 },
  { name: /moondream|smolvlm|llava|bakllava|granite|florence/, rank: 0, boxes: 'none' },
];
const UNKNOWN_RANK = 1;
const UNKNOWN_BILLIONS = 4;

/** The family a model's name speaks of. */
export const familyOf = ({ name }: Pick<LocalModel, 'name'>): Family | undefined =>
  FAMILIES.find((family) => family.name.test(name.toLowerCase()));

/** A step in rank is worth a model of twice the size; one that thinks aloud first is slower and spoils its JSON. */
function worth(model: LocalModel): number {
  const name = model.name.toLowerCase();
  const manner = /thinking/.test(name) ? -1 : /instruct|\bit\b/.test(name) ? 0.25 : 0;
  return (
    (familyOf(model)?.rank ?? UNKNOWN_RANK) +
    Math.log2(Math.max(0.25, model.billions ?? UNKNOWN_BILLIONS)) +
    manner
  );
}

/** The models, the best known first; the same models always in the same order. */
export const bestFirst = (models: readonly LocalModel[]): LocalModel[] =>
  [...models].sort(
    (a, b) => worth(b) - worth(a) || a.server.localeCompare(b.server) || a.id.localeCompare(b.id),
  );
