import { z } from 'zod';
import { labourTypeSchema, sectionSchema } from '../../contract/schemas/estimate.ts';
import { positionSchema, zoneSchema } from '../../contract/schemas/part.ts';
import { BODY_CLASSES, type BodyClass, bodyClassSchema } from '../../contract/schemas/vehicle.ts';
import { DataTableFault, readTsv } from '../data-tables/data-table.ts';

const list = (separator: string) => z.string().transform((text) => text.split(separator).filter(Boolean));
const yesNo = z.enum(['yes', 'no']).transform((text) => text === 'yes');

/** Where a part sits by itself: always at one end of the car, or only told by its name (`named`). */
const categoryPositionSchema = z.enum([...positionSchema.options, 'named']);

/** One row of data/part-categories.tsv. Operation, labour, material and bodies are our judgement. */
export const categorySchema = z.object({
  id: z.string().regex(/^[a-z][a-z_]*$/),
  /** The file has the vocabulary's own words; readers have the trade's one word. */
  name: z
    .string()
    .min(1)
    .transform((name) => name.replace(/\bair bag\b/, 'airbag')),
  zones: list(',').pipe(z.array(zoneSchema)),
  /** LR: one per side; L, R: one, on that side of a US car; C: single, centred; `-`: not sided. */
  side: z.enum(['LR', 'L', 'R', 'C', '-']),
  /** One of the 148 ids every collision report considers; the others are optional. */
  core: yesNo,
  section: sectionSchema,
  position: categoryPositionSchema,
  /** What an estimator does first with a middling damage of this part. */
  default_operation: z.enum(['repair', 'replace']),
  labour_type: labourTypeSchema,
  material: z.enum(['steel', 'aluminum', 'plastic', 'glass', 'foam', 'rubber', 'textile', 'electronic']),
  /** Painted on the outside when replaced. */
  refinish: yesNo,
  bodies: z.string().transform((text, context): BodyClass[] => {
    if (text === 'all') return [...BODY_CLASSES];
    const bodies = z.array(bodyClassSchema).safeParse(text.split(','));
    if (bodies.success) return bodies.data;
    context.addIssue({ code: 'custom', message: `unknown body class in ${text}` });
    return z.NEVER;
  }),
  /** Not on a battery-electric car. */
  combustion_only: yesNo,
  synonyms: list('; '),
});
export type Category = z.infer<typeof categorySchema>;
export type CategoryId = Category['id'];

function readCategories(): readonly Category[] {
  const categories = readTsv(new URL('data/part-categories.tsv', import.meta.url), categorySchema);
  const ids = new Set(categories.map((category) => category.id));
  if (categories.length !== 167 || ids.size !== 167)
    throw new DataTableFault('part-categories.tsv must hold 167 different ids');
  return categories;
}

/** The fixed vocabulary of parts, 167 ids, in the order of the data file. */
export const CATEGORIES: readonly Category[] = readCategories();

const byId = new Map(CATEGORIES.map((category) => [category.id, category]));

/** The category of an id, or undefined where the vocabulary has none such. */
export function categoryById(id: CategoryId): Category | undefined {
  return byId.get(id);
}

/** What decides which parts a car has; a missing or null field rules nothing out. */
export type CategoryVehicle = {
  readonly body_class?: BodyClass | null;
  readonly fuel?: string | null;
  readonly doors?: number | null;
};

const ELECTRIC = /^(battery[ -]?electric|electric|bev|ev)\b/i;
const WITH_COMBUSTION = /hybrid|gas|diesel|flex|range ext/i;
const REAR_DOORS: ReadonlySet<CategoryId> = new Set(['rear_door_shell', 'rear_door_glass']);

/** The categories a car of this body, fuel and door count has. A three-door hatchback counts its hatch as a door. */
export function categoriesFor(vehicle: CategoryVehicle): readonly Category[] {
  const { body_class: body, fuel, doors } = vehicle;
  const electric = fuel ? ELECTRIC.test(fuel.trim()) && !WITH_COMBUSTION.test(fuel) : false;
  const twoDoors = typeof doors === 'number' && doors > 0 && doors <= 3;
  return CATEGORIES.filter((category) => {
    if (body && !category.bodies.includes(body)) return false;
    if (electric && category.combustion_only) return false;
    return !(twoDoors && REAR_DOORS.has(category.id));
  });
}
