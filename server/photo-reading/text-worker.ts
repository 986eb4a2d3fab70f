import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { answerJobs } from '../workers/answer-jobs.ts';

/** What runs in the child process that reads text: the add-on's engine, which brings its own decoder of pictures. */

const askedSchema = z.object({
  engine: z.string(),
  side: z.number().int().positive(),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
type Reads = (photo: Buffer, how: Omit<z.infer<typeof askedSchema>, 'engine'>) => Promise<unknown>;
const engineSchema = z.object({ readText: z.custom<Reads>((value) => typeof value === 'function') });

answerJobs({
  readText: async (input, photo) => {
    const { engine, ...how } = askedSchema.parse(input);
    const { readText } = engineSchema.parse(await import(pathToFileURL(engine).href));
    return await readText(photo, how);
  },
});
