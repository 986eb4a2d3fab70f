import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpackVinTable } from './vin-table.ts';

const script = path.join(import.meta.dirname, '../../scripts/build-vpic-table.ts');
let folder: string;
let extract: string;

/** An extract with one BMW, one Tesla and one motorcycle, in the form of NHTSA's own tables. */
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vpic-'));
  extract = path.join(folder, 'vpic.db');
  const database = new DatabaseSync(extract);
  database.exec(`
    CREATE TABLE Make (Id INTEGER, Name TEXT); CREATE TABLE Model (Id INTEGER, Name TEXT);
    CREATE TABLE Make_Model (Id INTEGER, MakeId INTEGER, ModelId INTEGER);
    CREATE TABLE Wmi (Id INTEGER, Wmi TEXT, VehicleTypeId INTEGER, TruckTypeId INTEGER); CREATE TABLE Wmi_Make (WmiId INTEGER, MakeId INTEGER);
    CREATE TABLE Wmi_VinSchema (Id INTEGER, WmiId INTEGER, VinSchemaId INTEGER, YearFrom INTEGER, YearTo INTEGER);
    CREATE TABLE VinSchema (Id INTEGER, Name TEXT);
    CREATE TABLE Pattern (Id INTEGER, VinSchemaId INTEGER, Keys TEXT, ElementId INTEGER, AttributeId TEXT);
    CREATE TABLE BodyStyle (Id INTEGER, Name TEXT); CREATE TABLE FuelType (Id INTEGER, Name TEXT); CREATE TABLE Country (Id INTEGER, Name TEXT);
    INSERT INTO Make VALUES (1, 'BMW'), (2, 'TESLA'), (3, 'HARLEY-DAVIDSON'), (4, 'MINI');
    INSERT INTO Model VALUES (1, '328i'), (2, 'Model 3'), (3, 'Road King'), (4, '328i');
    INSERT INTO Make_Model VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4);
    INSERT INTO Wmi VALUES (1, 'WBA', 2, NULL), (2, '5YJ', 2, NULL), (3, '1HD', 1, NULL);
    INSERT INTO Wmi_Make VALUES (1, 1), (1, 4), (2, 2), (3, 3);
    INSERT INTO Wmi_VinSchema VALUES (1, 1, 1, 1984, 1999), (2, 2, 2, 2017, NULL), (3, 3, 3, 2010, NULL);
    INSERT INTO VinSchema VALUES (1, 'BMW'), (2, 'Tesla Model 3'), (3, 'HD');
    INSERT INTO Pattern VALUES (1, 1, '3A5', 28, '1'), (2, 2, '3', 28, '2'), (3, 3, 'F', 28, '3'), (4, 1, '3A6', 28, '4'),
      (5, 2, '3', 24, '2'), (6, 2, '3', 999, '2');
    INSERT INTO BodyStyle VALUES (13, 'Sedan/Saloon'); INSERT INTO FuelType VALUES (2, 'Electric'); INSERT INTO Country VALUES (6, 'USA');
  `);
  database.close();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const built = () => {
  const out = path.join(folder, 'table.bin.gz');
  execFileSync(process.execPath, [script, extract, out, '--source', 'a test'], { stdio: 'pipe' });
  return unpackVinTable(fs.readFileSync(out));
};

test('an extract gives every maker code with its makes and years', () => {
  const { source, wmis } = built();
  expect(source).toBe('a test');
  expect([...wmis]).toEqual([
    [
      'WBA',
      {
        vehicleType: 2,
        isLightTruck: false,
        makes: ['BMW', 'MINI'],
        links: [{ schema: 0, from: 1984, to: 1999 }],
      },
    ],
    [
      '5YJ',
      {
        vehicleType: 2,
        isLightTruck: false,
        makes: ['TESLA'],
        links: [{ schema: 1, from: 2017, to: Infinity }],
      },
    ],
    // Of motorcycles only the maker code is kept.
    ['1HD', { vehicleType: 1, isLightTruck: false, makes: ['HARLEY-DAVIDSON'], links: [] }],
  ]);
});

test('its patterns keep models of one name but two makes apart', () => {
  const { columns, starts, keyNames, valueNames, makeOfValue } = built();
  const patterns = Array.from(columns.keys, (key, at) => {
    const value = columns.values[at] ?? 0;
    return [keyNames[key], columns.elements[at], valueNames[value], makeOfValue(value)];
  });
  expect([...starts]).toEqual([0, 2, 4]);
  expect(patterns).toEqual([
    ['3A5', 28, '328i', 'BMW'],
    ['3A6', 28, '328i', 'MINI'],
    ['3', 24, 'Electric', null],
    ['3', 28, 'Model 3', 'TESLA'],
  ]);
});

test('an extract that is not named is wrong usage', () => {
  expect(spawnSync(process.execPath, [script]).status).toBe(2);
});
