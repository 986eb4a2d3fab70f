import type { Looked } from '../../contract/facts/line-reason.ts';
import type { Detection, Finding } from '../../contract/schemas/damage.ts';
import type { Position, Side } from '../../contract/schemas/part.ts';

/** Less of a part in the picture does not show it whole (judgement). */
export const WHOLE_FROM = 0.3;

/** A part a usable photo shows to be whole. */
export type SeenIntact = {
  readonly category: string;
  readonly side: Side;
  readonly position: Position;
  readonly photo: number;
};

type Place = { category: string; side: Side; position?: Position | undefined; name?: string | undefined };

/** Highest chance still called “possible” (likely from .6). */
const MOST_POSSIBLE = 0.59;

const unsided = (side: Side): boolean => side === 'none' || side === 'center';

const samePart = (a: Place, b: Place): boolean =>
  a.category === b.category &&
  a.name === b.name &&
  (a.position === b.position ||
    [a.position, b.position].some((entry) => entry === undefined || entry === 'none'));

/** From this chance on a declaration speaks for a part (“possible”); below it says next to nothing. */
const SPEAKS_FROM = 0.3;

/** The same part of the same side, as far as both tell the side. */
const meets = (a: Place, b: Place): boolean =>
  samePart(a, b) &&
  (a.side === b.side || a.side === 'unknown' || b.side === 'unknown' || (unsided(a.side) && unsided(b.side)));

/** A photo that shows the declared part whole; for an open side, both sides must be seen whole. */
function wholeOn(intact: readonly SeenIntact[], declared: Finding): SeenIntact | undefined {
  const same = intact.filter((seenIntact) => samePart(seenIntact, declared));
  const [left, right] = (['left', 'right'] as const).map((side) =>
    same.find((seenIntact) => seenIntact.side === side),
  );
  if (declared.side === 'unknown') return left && right;
  return same.find((seenIntact) => seenIntact.side === declared.side || unsided(declared.side));
}

/** The finding with what looking at its part came to. */
const lookedAt = (finding: Finding, looked: Looked): Finding =>
  finding.because ? { ...finding, because: { ...finding.because, looked } } : finding;

/**
 * A declaration that left the side open and reached both (quantity above 1): what is left for the other side once one is
 * seen. Null where it spoke of one piece or both are seen.
 */
function otherSide(declared: Finding, met: readonly Finding[]): Finding | null {
  const sides = new Set(met.map((entry) => entry.side));
  const pieces = declared.quantity ?? 1;
  if (declared.side !== 'unknown' || pieces <= 1 || sides.has('left') === sides.has('right')) return null;
  const side = sides.has('left') ? 'right' : 'left';
  return { ...declared, side, quantity: 1, probability: Math.min(1, (declared.probability * pieces) / 2) };
}

/**
 * The chance when photos and declaration agree: noisy-OR for what is seen. A hidden part is no second observation, both
 * figures come from the same table, so the larger one counts; and a declaration can't lift a doubtful finding above
 * “possible” where another photo shows the surface whole.
 */
function agreedChance(seen: Finding, declared: readonly Finding[], whole: boolean): number {
  const chances = declared.map((entry) => entry.probability);
  if (seen.status === 'likely_hidden') return Math.max(seen.probability, ...chances);
  const either = 1 - chances.reduce((rest, chance) => rest * (1 - chance), 1 - seen.probability);
  return whole ? Math.max(seen.probability, Math.min(either, MOST_POSSIBLE)) : either;
}

/** Photos and declaration agree: the finding stays the photos' own, the chance rises. */
const agreed = (seen: Finding, declared: readonly Finding[], whole: boolean): Finding => ({
  ...seen,
  basis: 'both',
  probability: agreedChance(seen, declared, whole),
  confidence: seen.confidence ?? seen.probability,
  ...(seen.because ? { because: { ...seen.because, matches_declared: true } } : {}),
});

/** Declared findings shared out: to the seen findings they support, or alone. */
function shareOut(seen: readonly Finding[], declared: readonly Finding[]) {
  const supports = new Map<Finding, Finding[]>(seen.map((finding) => [finding, []]));
  const alone: Finding[] = [];
  for (const finding of declared) {
    const met = seen.filter((entry) => meets(entry, finding));
    // A told side goes to its own finding before one whose side is open; an open declaration supports every side seen.
    const exact = met.filter((entry) => entry.side === finding.side);
    const supported = finding.side === 'unknown' ? met : (exact.length > 0 ? exact : met).slice(0, 1);
    if (finding.probability >= SPEAKS_FROM) for (const it of supported) supports.get(it)?.push(finding);
    const rest = supported.length > 0 ? otherSide(finding, supported) : finding;
    if (rest) alone.push(rest);
  }
  return { supports, alone };
}

/** Parts that some photos show damaged and others whole. */
function disagreements({ findings, seen_whole = [] }: Detection): Detection['conflicts'] {
  return findings.flatMap((finding) => {
    const { category, name, side, position = 'none', evidence, status } = finding;
    const damaged = new Set(evidence.map(({ photo }) => photo));
    const whole = new Set(
      seen_whole.flatMap((part) =>
        part.visible >= WHOLE_FROM &&
        part.side === side &&
        samePart(part, finding) &&
        !damaged.has(part.photo)
          ? [part.photo]
          : [],
      ),
    );
    if (status !== 'visible' || damaged.size === 0 || whole.size === 0) return [];
    const code = 'photos_disagree' as const;
    const part = { category, ...(name === undefined ? {} : { name }), side, position };
    const [damaged_on, whole_on] = [damaged, whole].map((photos) => [...photos].sort((a, b) => a - b));
    return [{ kind: code, fact: { code, part, damaged_on: damaged_on ?? [], whole_on: whole_on ?? [] } }];
  });
}

/**
 * Findings on photos plus what is only declared. Every seen finding stays; a declared
 * one supports the seen findings of its part, else stays by itself, and falls to “possible” with the conflict logged
 * where a photo shows the part intact. With no photo examined the declared detection is returned as it is, the other
 * detector's warnings added.
 */
export function mergeDetections(
  seen: Detection,
  declared: Detection,
  intact: readonly SeenIntact[] = [],
): Detection {
  const examined = seen.engine.examined_photos;
  if (examined === 0) return { ...declared, warnings: [...declared.warnings, ...seen.warnings] };

  const conflicts = [...seen.conflicts, ...declared.conflicts];
  conflicts.push(...disagreements(seen));
  const { supports, alone } = shareOut(seen.findings, declared.findings);
  const found = seen.findings.map((finding) => {
    const by = supports.get(finding) ?? [];
    return by.length > 0 ? agreed(finding, by, wholeOn(intact, finding) !== undefined) : finding;
  });
  const onlyDeclared = alone.map((finding) => {
    const whole = wholeOn(intact, finding);
    if (!whole) return lookedAt(finding, { state: 'not_seen', examined });
    const { category, name, side, position = 'none' } = finding;
    const part = { category, ...(name === undefined ? {} : { name }), side, position };
    const code = 'declared_but_seen_intact' as const;
    conflicts.push({ kind: code, fact: { code, part, photo: whole.photo } });
    const possible = { ...finding, probability: Math.min(finding.probability, MOST_POSSIBLE) };
    return lookedAt(possible, { state: 'whole', photos: [whole.photo] });
  });
  return {
    ...seen,
    findings: [...found, ...onlyDeclared],
    conflicts,
    engine: { ...seen.engine, prior_version: declared.engine.prior_version },
    warnings: [...seen.warnings, ...declared.warnings],
  };
}
