import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { answerJobs } from '../workers/answer-jobs.ts';

/** What runs in the child process that reads text and finds faces: the add-on's engine, which brings its own decoder of pictures. */

const engineSchema = z.object({ engine: z.string() });
const textAskedSchema = engineSchema.extend({
  side: z.number().int().positive(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
type Reads = (photo: Buffer, how: Omit<z.infer<typeof textAskedSchema>, 'engine'>) => Promise<unknown>;
type Finds = (photo: Buffer) => Promise<unknown>;
const readerSchema = z.object({ readText: z.custom<Reads>((value) => typeof value === 'function') });
const finderSchema = z.object({ findFaces: z.custom<Finds>((value) => typeof value === 'function') });

const load = (engine: string): Promise<unknown> => import(pathToFileURL(engine).href);

answerJobs({
  readText: async (input, photo) => {
    const { engine, ...how } = textAskedSchema.parse(input);
    const { readText } = readerSchema.parse(await load(engine));
    return await readText(photo, how);
  },
  findFaces: async (input, photo) => {
    const { findFaces } = finderSchema.parse(await load(engineSchema.parse(input).engine));
    return await findFaces(photo);
  },
});
