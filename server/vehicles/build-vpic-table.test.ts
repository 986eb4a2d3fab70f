import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packVinTable, readVinTableFile } from './vin-table.ts';

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
    CREATE TABLE Wmi (Id INTEGER, Wmi TEXT, VehicleTypeId INTEGER); CREATE TABLE Wmi_Make (WmiId INTEGER, MakeId INTEGER);
    CREATE TABLE Wmi_VinSchema (Id INTEGER, WmiId INTEGER, VinSchemaId INTEGER, YearFrom INTEGER, YearTo INTEGER);
    CREATE TABLE VinSchema (Id INTEGER, Name TEXT);
    CREATE TABLE Pattern (Id INTEGER, VinSchemaId INTEGER, Keys TEXT, ElementId INTEGER, AttributeId TEXT);
    CREATE TABLE BodyStyle (Id INTEGER, Name TEXT); CREATE TABLE FuelType (Id INTEGER, Name TEXT); CREATE TABLE Country (Id INTEGER, Name TEXT);
    INSERT INTO Make VALUES (1, 'BMW'), (2, 'TESLA'), (3, 'HARLEY-DAVIDSON');
    INSERT INTO Model VALUES (1, '328i'), (2, 'Model 3'), (3, 'Road King');
    INSERT INTO Make_Model VALUES (1, 1, 1), (2, 2, 2), (3, 3, 3);
    INSERT INTO Wmi VALUES (1, 'WBA', 2), (2, '5YJ', 2), (3, '1HD', 1);
    INSERT INTO Wmi_Make VALUES (1, 1), (2, 2), (3, 3);
    INSERT INTO Wmi_VinSchema VALUES (1, 1, 1, 2012, NULL), (2, 2, 2, 2017, NULL), (3, 3, 3, 2010, NULL);
    INSERT INTO VinSchema VALUES (1, 'BMW'), (2, 'Tesla Model 3'), (3, 'HD');
    INSERT INTO Pattern VALUES (1, 1, '3A5', 28, '1'), (2, 2, '3', 28, '2'), (3, 3, 'F', 28, '3');
    INSERT INTO BodyStyle VALUES (13, 'Sedan/Saloon'); INSERT INTO FuelType VALUES (2, 'Electric'); INSERT INTO Country VALUES (6, 'USA');
  `);
  database.close();
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const makesIn = (name: string, options: string[]): string[] => {
  const out = path.join(folder, name);
  execFileSync(process.execPath, [script, extract, out, ...options], { stdio: 'pipe' });
  return [...packVinTable(readVinTableFile(out)).wmis.values()].flatMap(({ makes }) => makes);
};

test('an extract gives the supported makes, and with --makes all every car maker known here', () => {
  expect(makesIn('some.json.gz', [])).toEqual(['BMW']);
  expect(makesIn('all.json.gz', ['--makes', 'all'])).toEqual(['BMW', 'TESLA']);
});

test('other words for the makes are wrong usage', () => {
  expect(spawnSync(process.execPath, [script, extract, '--makes', 'every']).status).toBe(2);
});
