import { describe, expect, it } from 'vitest';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { findModel } from './find-model.ts';
import { readMake } from './makes.ts';
import { vinTable } from './vin-table.ts';

const { wmis, makesOfModel, spans, keys, elements, values, schemaNames } = vinTable();

describe('the shipped VIN table', () => {
  it('holds exactly the 19 supported makes, under the names we show', () => {
    const makes = new Set([...wmis.values()].flatMap((wmi) => wmi.makes));
    expect([...makes].sort()).toEqual(Object.values(SUPPORTED_MAKES).sort());
  });

  it('has patterns for every schema a maker code leads to, and columns of one length', () => {
    const linked = [...wmis.values()].flatMap((wmi) => wmi.links.map(({ schema }) => schema));
    expect(linked.filter((schema) => !schemaNames.has(schema))).toEqual([]);
    expect(new Set([keys.length, elements.length, values.length]).size).toBe(1);
    expect(Math.max(...[...spans.values()].map(([, to]) => to))).toBe(keys.length);
  });

  it('names hardly a model that our own list of models does not know', () => {
    const pairs = [...makesOfModel].flatMap(([model, makes]) => makes.map((make) => ({ model, make })));
    const unknown = pairs.filter(({ model, make }) => findModel(readMake(make).key, model) === null);
    // What is left are trucks and chassis that no lot of a car is.
    expect(unknown.length / pairs.length).toBeLessThan(0.04);
  });
});
