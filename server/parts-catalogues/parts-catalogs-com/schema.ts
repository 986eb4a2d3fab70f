import { z } from 'zod';

/** Answers of the parts-catalogs API v1, as far as they are read. PostgreSQL keeps no NUL, so texts come without. */
const text = z.string().transform((written) => written.replaceAll('\0', ''));
const id = z.union([z.string(), z.number()]).transform(String);

export const carsByVinSchema = z.array(
  z.object({
    title: text,
    catalogId: z.string(),
    carId: id,
    criteria: z.string().nullish(),
    vin: z.string().nullish(),
    groupsTreeAvailable: z.boolean().nullish(),
  }),
);

export const catalogsSchema = z.array(z.object({ id: z.string() }));

export const ownAddressSchema = z.object({ ip: z.union([z.ipv4(), z.ipv6()]) });

export const modelsSchema = z.array(z.object({ id, name: text }));

export const carParametersSchema = z.array(
  z.object({ key: z.string(), values: z.array(z.object({ idx: id, value: text })) }),
);

export const carsSchema = z.array(
  z.object({ id, name: text, description: text.nullish(), criteria: z.string().nullish() }),
);

export const groupsSchema = z.array(
  z.object({ id, name: text, hasSubgroups: z.boolean().nullish(), hasParts: z.boolean().nullish() }),
);
export type Groups = z.infer<typeof groupsSchema>;

const treeNodeSchema = z.object({
  id,
  name: text.nullish(),
  get subGroups() {
    return z.array(treeNodeSchema).nullish();
  },
});
export type TreeNode = z.infer<typeof treeNodeSchema>;
export const treeSchema = z.array(treeNodeSchema);

export const partsSchema = z.object({
  img: z.string().nullish(),
  partGroups: z.array(
    z.object({
      name: text.nullish(),
      description: text.nullish(),
      parts: z.array(
        z.object({
          number: text.nullish(),
          nameId: id.nullish(),
          name: text.nullish(),
          notice: text.nullish(),
          description: text.nullish(),
        }),
      ),
    }),
  ),
});
export type DrawingParts = z.infer<typeof partsSchema>;

export const errorSchema = z.object({
  code: z.union([z.number(), z.string()]).nullish(),
  errorCode: z.union([z.number(), z.string()]).nullish(),
});
