import type { LocalModel } from './model-server.ts';

type Family = {
  /** By how servers name its models, lower case. */
  readonly name: RegExp;
  /** How well it tells damage beside others of its size (judgement; GroundingME and CarDVLM anchor the order alone). */
  readonly rank: number;
};

/** The best known first; what is none of them comes last. */
const FAMILIES: readonly Family[] = [
  { name: /qwen[-_]?3\.[678]/, rank: 6 },
  { name: /qwen[-_]?3\.5/, rank: 5 },
  { name: /qwen[-_]?3[-_]?vl/, rank: 5 },
  { name: /gemma[-_]?4/, rank: 4 },
  { name: /internvl[-_]?3/, rank: 4 },
  { name: /glm[-_]?4\.[56]v/, rank: 4 },
  { name: /minicpm[-_]?v[-_]?4/, rank: 4 },
  { name: /qwen[-_]?2\.?5[-_]?vl/, rank: 3 },
  { name: /gemma[-_]?3|mistral-small|pixtral|llama[-_]?(3\.2|4)|mllama/, rank: 2 },
  { name: /moondream|smolvlm|llava|bakllava|granite|florence/, rank: 0 },
];
const UNKNOWN_RANK = 1;
const UNKNOWN_BILLIONS = 4;

const familyOf = ({ name }: LocalModel): Family | undefined =>
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
