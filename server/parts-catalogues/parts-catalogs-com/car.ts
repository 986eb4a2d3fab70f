import type { Fit } from '../../../contract/schemas/part.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { sameModel } from '../../vehicles/model-key.ts';
import { unlessGone } from '../ask/catalogue-fault.ts';
import type { CatalogueVehicle } from '../parts-catalogue.ts';
import type { PartsCatalogsClient } from './client.ts';
import { carParametersSchema, carsByVinSchema, carsSchema, modelsSchema } from './schema.ts';

/** A car as the API knows it. The ids expire: they are used at once and never kept. */
export type ApiCar = {
  readonly carId: string;
  /** What the API calls it. */
  readonly title: string;
  readonly criteria: string | null;
  readonly tree: boolean;
  readonly fit: Fit;
  /** What its numbers hold for, where that is not this very car; else null. */
  readonly holdsFor: string | null;
};

/** The API's name of a make's catalogue. */
export const catalogueId = (make: MakeKey): string => (make === 'landrover' ? 'land-rover' : make);

/** The car by its VIN, else by model and year; null where the API knows neither. */
export async function findCar(
  ask: PartsCatalogsClient,
  make: MakeKey,
  vehicle: CatalogueVehicle,
  signal: AbortSignal,
): Promise<ApiCar | null> {
  return (await byVin(ask, make, vehicle, signal)) ?? (await byModel(ask, make, vehicle, signal));
}

async function byVin(
  ask: PartsCatalogsClient,
  make: MakeKey,
  { vin, vin_masked }: CatalogueVehicle,
  signal: AbortSignal,
): Promise<ApiCar | null> {
  if (vin === null || vin_masked) return null;
  const catalogue = catalogueId(make);
  const asked = ask(['car', 'info'], { q: vin, catalogs: catalogue }, carsByVinSchema, signal);
  const found = await unlessGone(asked, []);
  const cars = found.filter(({ catalogId }) => catalogId === catalogue);
  const [car] = cars;
  if (!car) return null;
  return {
    carId: car.carId,
    title: car.title,
    criteria: car.criteria ?? null,
    tree: car.groupsTreeAvailable === true,
    fit: cars.length === 1 ? 'exact_vin' : 'needs_option',
    holdsFor: cars.length === 1 ? null : `${car.title}, one of ${cars.length} cars of this VIN`,
  };
}

/** The API lists cars of a model and year; where there are several, the numbers are those of the first, and say so. */
async function byModel(
  ask: PartsCatalogsClient,
  make: MakeKey,
  { model, year, trim }: CatalogueVehicle,
  signal: AbortSignal,
): Promise<ApiCar | null> {
  if (model === null || year === null) return null;
  const base = ['catalogs', catalogueId(make)];
  const models = await ask([...base, 'models', ''], {}, modelsSchema, signal);
  const line = models.find(({ name }) => name.split('/').some((text) => sameModel(make, model, text.trim())));
  if (!line) return null;
  const modelId = line.id;
  const filters = await ask([...base, 'cars-parameters', ''], { modelId }, carParametersSchema, signal);
  const valuesOf = (key: string) =>
    filters.filter((filter) => filter.key === key).flatMap(({ values }) => values);
  const ofYear = valuesOf('year').find(({ value }) => value.trim() === String(year));
  if (!ofYear) return null;
  const american = valuesOf('sales_region').find(({ value }) => /\bu\.?s\.?a?\b|north america/i.test(value));
  const parameter = [ofYear, american].flatMap((entry) => (entry ? [entry.idx] : [])).join(',');
  const cars = await ask([...base, 'cars2', ''], { modelId, parameter, page: '0' }, carsSchema, signal);
  const words = trim?.toLowerCase();
  const car = cars.find(({ name }) => words !== undefined && name.toLowerCase().includes(words)) ?? cars[0];
  if (!car) return null;
  return {
    carId: car.id,
    title: car.name,
    criteria: car.criteria ?? null,
    tree: false,
    fit: cars.length === 1 ? 'model_year' : 'needs_option',
    holdsFor: cars.length === 1 ? null : `of ${car.name}, one of several versions of this model year`,
  };
}
