import fs from 'node:fs';
import path from 'node:path';
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..', '..');

export type Step =
  | { kind: 'COPY'; from: string | null; sources: string[]; to: string }
  | { kind: 'RUN'; command: string };
export type Stage = {
  /** Of `AS`; null: the image itself. */
  name: string | null;
  image: string;
  /** WORKDIR. */
  folder: string;
  steps: Step[];
  /** All else by keyword, as written. */
  facts: Record<string, string>;
};

/** The Dockerfile, stage by stage. Throws on an instruction this reader does not know. */
export function readDockerfile(): Stage[] {
  const stages: Stage[] = [];
  const text = fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword();
    const words = instruction.getArguments().map((word) => word.getValue());
    const written = instruction.getArgumentsContent() ?? '';
    if (keyword === 'FROM') {
      const from = instruction as From;
      const image = from.getImage() ?? '';
      stages.push({ name: from.getBuildStage(), image, folder: '/', steps: [], facts: {} });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${keyword} before FROM`);
    if (keyword === 'COPY') {
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? null;
      stage.steps.push({ kind: 'COPY', from, sources: words.slice(0, -1), to: words.at(-1) ?? '' });
    } else if (keyword === 'RUN') stage.steps.push({ kind: 'RUN', command: written });
    else if (keyword === 'WORKDIR') stage.folder = written;
    else if (['ENV', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'].includes(keyword))
      stage.facts[keyword] = written;
    else throw new Error(`the tests do not know ${keyword}`);
  }
  return stages;
}

/** The program and words of `["…", "…"]` at the end of a CMD or HEALTHCHECK. */
export function execForm(written: string): string[] {
  return z
    .array(z.string())
    .min(1)
    .parse(JSON.parse(written.slice(written.indexOf('['))));
}

/** `A=b C=d` as an object. */
export const environmentOf = (written: string): Record<string, string> =>
  Object.fromEntries(
    written.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
