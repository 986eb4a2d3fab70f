import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Detection } from '../../contract/schemas/damage.ts';
import { createVisionDetector } from '../../server/damage-detectors/vision/model.ts';
import { startTrap } from './local-site.ts';
import { inputFor, madePhotos } from './vision-photos.ts';
import { type Script, type ScriptedFinding, scripted } from './vision-script.ts';
import { type Asked, startStandIn } from './vision-stand-in.ts';

const caseSchema = z.strictObject({
  name: z.string(),
  notes: z.string().optional(),
  repeat: z.number().optional(),
  evidence: z.string().optional(),
  hidden_reason: z.string().optional(),
  hidden: z.array(z.record(z.string(), z.unknown())).optional(),
  finding: z.looseObject({ photo: z.number(), part: z.string() }).optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
  vehicle: z.object({ make: z.string(), model: z.string() }).partial().optional(),
  declared: z.object({ loss_type: z.string() }).optional(),
});
type Injection = z.infer<typeof caseSchema>;

const file = path.join(import.meta.dirname, '..', 'fixtures', 'vision', 'injections.json');
const CASES = z.array(caseSchema).parse(JSON.parse(fs.readFileSync(file, 'utf8')));

const PLAIN: Script & { findings: ScriptedFinding[] } = {
  views: { 1: 'front', 2: 'left' },
  findings: [
    { photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 },
    { photo: 1, part: 'headlamp', image_side: 'image_left', types: ['broken'], confidence: 0.7 },
    { photo: 2, part: 'front_door_shell', types: ['dent'], severity: 2, confidence: 0.6 },
  ],
  likely_hidden: [{ part: 'battery', trigger_part: 'front_bumper_cover', reason: 'behind it' }],
};

function attacked(attack: Injection): Script {
  return {
    ...PLAIN,
    ...(attack.notes === undefined ? {} : { notes: attack.notes.repeat(attack.repeat ?? 1) }),
    findings: [
      ...PLAIN.findings.map((finding) =>
        attack.evidence === undefined ? finding : { ...finding, evidence: attack.evidence },
      ),
      ...(attack.finding ? [attack.finding as ScriptedFinding] : []),
    ],
    likely_hidden: [
      ...(PLAIN.likely_hidden ?? []).map((entry) => ({
        ...entry,
        ...(attack.hidden_reason === undefined ? {} : { reason: attack.hidden_reason }),
      })),
      ...(attack.hidden ?? []),
    ],
    ...(attack.extra ? { extra: attack.extra } : {}),
  };
}

async function run(attack: Injection): Promise<{ detection: Detection; asked: Asked[]; requests: number }> {
  const { client, asked, site } = await startStandIn('openai_compatible', scripted(attacked(attack)));
  const detector = createVisionDetector({ client, price: { in: 1, out: 1 }, retry_ms: 5 });
  const input = inputFor(await madePhotos(2));
  const detection = await detector.detect({
    ...input,
    vehicle: {
      ...input.vehicle,
      make: attack.vehicle?.make ?? input.vehicle.make,
      model: attack.vehicle?.model ?? input.vehicle.model,
    },
    declared: { ...input.declared, ...attack.declared },
  });
  return { detection, asked, requests: site.requests.length };
}

/** Everything but the time it took, and the count of entries: an attack that is thrown out is counted. */
const told = ({ engine: { ms: _, ...engine }, answer_entries: __, ...detection }: Detection) => ({
  ...detection,
  engine,
});

describe('text in photos, listings and answers', () => {
  it('is tried in thirty ways', () => {
    expect(CASES).toHaveLength(30);
    expect(new Set(CASES.map((entry) => JSON.stringify({ ...entry, name: '' }))).size).toBe(30);
  });

  it.each(CASES)('changes nothing: $name', async (raw) => {
    const trap = await startTrap();
    const attack = caseSchema.parse(
      JSON.parse(JSON.stringify(raw).replaceAll('{{trap}}', `http://127.0.0.1:${trap.port}`)),
    );
    const plain = await run({ name: 'plain' });
    const hit = await run(attack);

    // The same findings, notes, conflicts, warnings and costs; nothing of the text in any of them.
    expect(told(hit.detection)).toEqual(told(plain.detection));
    expect(plain.detection.findings.filter((finding) => finding.status === 'visible')).toHaveLength(3);
    // Nobody was called but the model, and it no more often.
    expect(trap.hits()).toBe(0);
    expect(hit.requests).toBe(plain.requests);
    expect(new Set(hit.asked.map((entry) => entry.path))).toEqual(new Set(['/v1/chat/completions']));
    // The rules are the same; listing text stays inside its one line of data.
    expect(hit.asked.map((entry) => entry.system)).toEqual(plain.asked.map((entry) => entry.system));
    const lines = (asked: Asked[]) => asked.map((entry) => entry.text.split('\n').length);
    expect(lines(hit.asked)).toEqual(lines(plain.asked));
    expect(hit.asked.map((entry) => entry.text).join('\n')).not.toMatch(
      /127\.0\.0\.1:|total_cost|Instructions: answer/,
    );
  });
});
