import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { findModel } from './find-model.ts';
import { readMake } from './makes.ts';
import { listedMake } from './models.ts';
import { ELEMENT, SHIPPED_TABLE, vinTable } from './vin-table.ts';

const { wmis, makeOfValue, starts, keyNames, valueNames, schemaNames, columns } = vinTable();

describe('the shipped VIN table', () => {
  it('is at most 3 MB', () => {
    expect(statSync(SHIPPED_TABLE).size).toBeLessThanOrEqual(3_000_000);
  });

  it('holds the supported makes and every other maker of cars', () => {
    const makes = new Set([...wmis.values()].flatMap((wmi) => wmi.makes.map((make) => readMake(make).name)));
    const others = ['Chevrolet', 'Jeep', 'Tesla', 'Mercedes-Benz', 'Rivian', 'Lancia', 'Peugeot', 'Datsun'];
    expect([...Object.values(SUPPORTED_MAKES), ...others].filter((make) => !makes.has(make))).toEqual([]);
  });

  it('names a schema for every link, and a key and a value for every pattern', () => {
    const linked = [...wmis.values()].flatMap((wmi) => wmi.links.map(({ schema }) => schema));
    expect(linked.filter((schema) => schemaNames[schema] === undefined)).toEqual([]);
    expect(starts.at(-1)).toBe(columns.keys.length);
    expect(columns.keys.some((key) => keyNames[key] === undefined)).toBe(false);
    expect(columns.values.some((value) => valueNames[value] === undefined)).toBe(false);
  });

  it('knows the make of every model', () => {
    const models = new Set(columns.values.filter((_, at) => columns.elements[at] === ELEMENT.model));
    expect(
      [...models].filter((model) => makeOfValue(model) === null).map((model) => valueNames[model]),
    ).toEqual([]);
  });

  it('names hardly a model that our own list of models does not know', () => {
    const pairs = valueNames.flatMap((model, value) => {
      const key = listedMake(makeOfValue(value) ?? '');
      return key === null ? [] : [{ key, model }];
    });
    const unknown = pairs.filter(({ key, model }) => findModel(key, model) === null);
    expect(pairs.length).toBeGreaterThan(500);
    // What is left are trucks and chassis that no lot of a car is, and lines that ended before 2000.
    expect(unknown.length / pairs.length).toBeLessThan(0.35);
  });
});
