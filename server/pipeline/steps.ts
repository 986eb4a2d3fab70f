import { numberMake } from '../../contract/vehicles/makes.ts';
import { userCaller } from '../concurrency/work-caller.ts';
import { findReportStart } from '../db/accounts/preferences.ts';
import { keptPartsOf } from './kept-parts.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { readPhotos } from './read-photos.ts';
import type { Steps } from './step.ts';
import { crawlVehicleData } from './steps/crawl-vehicle-data.ts';
import { crawlVehicleParts } from './steps/crawl-vehicle-parts.ts';
import { createTask } from './steps/create-task.ts';
import { detectDamage } from './steps/detect-damage.ts';
import { downloadImages } from './steps/download-images.ts';
import { filterPlausible, findGenericCategories } from './steps/find-categories.ts';
import { makeReport } from './steps/make-report.ts';
import { mapWithNameIds } from './steps/map-vehicle-parts.ts';
import { OUTPUTS, type Outputs } from './steps/outputs.ts';

const SECOND = 1000;

/**
 * The eight steps: what each needs before it starts, how long it may take, how often it is tried. The last one starts
 * with the photos, examines them as they arrive, and meets the parts catalogue's answer at its end: all waits overlap.
 */
export const STEPS: Steps<PipelineTools, Outputs> = {
  create_task: {
    needs: [],
    timeoutMs: 15 * SECOND,
    attempts: 3,
    message: 'Preparing the report',
    output: OUTPUTS.create_task,
    run: ({ tools, run }) => createTask(tools.lots, run),
  },
  crawl_vehicle_data: {
    needs: ['create_task'],
    timeoutMs: 90 * SECOND,
    attempts: 3,
    message: 'Reading the lot',
    output: OUTPUTS.crawl_vehicle_data,
    run: ({ tools, run, signal }) => crawlVehicleData(tools.lots, run, signal),
    card: ({ lot, vehicle }) => ({
      modelName: lot.name,
      vin: lot.vin,
      lotNumber: lot.lot_number,
      makeName: vehicle.make,
      bodyType: vehicle.body_style ?? vehicle.body_class,
      mileage: lot.mileage,
    }),
  },
  download_images: {
    needs: ['crawl_vehicle_data'],
    timeoutMs: 180 * SECOND,
    attempts: 2,
    message: 'Fetching the photos',
    output: OUTPUTS.download_images,
    run: ({ tools, run, signal }) => downloadImages(tools.photos, run.lotKey, signal, userCaller(run.userId)),
  },
  find_generic_categories: {
    needs: ['crawl_vehicle_data'],
    timeoutMs: 15 * SECOND,
    attempts: 2,
    message: 'Listing the parts this body has',
    output: OUTPUTS.find_generic_categories,
    run: async ({ output }) => findGenericCategories((await output('crawl_vehicle_data')).vehicle),
  },
  filter_categories: {
    needs: ['find_generic_categories'],
    timeoutMs: 15 * SECOND,
    attempts: 2,
    message: 'Choosing the parts that may be damaged',
    output: OUTPUTS.filter_categories,
    run: async ({ output }) => {
      const { lot, vehicle } = await output('crawl_vehicle_data');
      return filterPlausible(vehicle, lot, (await output('find_generic_categories')).categories);
    },
  },
  crawl_vehicle_parts: {
    needs: ['filter_categories'],
    timeoutMs: 180 * SECOND,
    attempts: 3,
    message: 'Looking up OEM numbers',
    output: OUTPUTS.crawl_vehicle_parts,
    run: async ({ tools, run, output, signal, mayWait }) =>
      crawlVehicleParts(
        tools,
        (await output('crawl_vehicle_data')).vehicle,
        await output('filter_categories'),
        { signal, mayWait, caller: userCaller(run.userId) },
      ),
  },
  map_vehicle_parts_to_generic_categories: {
    needs: ['crawl_vehicle_parts'],
    timeoutMs: 30 * SECOND,
    attempts: 2,
    message: 'Matching catalog parts',
    output: OUTPUTS.map_vehicle_parts_to_generic_categories,
    run: async ({ tools, output }) => {
      const { vehicle } = await output('crawl_vehicle_data');
      const { parts } = await output('crawl_vehicle_parts');
      return mapWithNameIds(tools.lots.pool, numberMake(vehicle) ?? '', parts);
    },
  },
  detect_damaged_parts: {
    needs: ['find_generic_categories'],
    // Its clock runs while photos and catalogue are still on their way.
    timeoutMs: 600 * SECOND,
    attempts: 2,
    message: 'Assessing the damage',
    output: OUTPUTS.detect_damaged_parts,
    run: async ({ tools, run, output, signal }) => {
      const crawled = await output('crawl_vehicle_data');
      const { categories } = await output('find_generic_categories');
      const images = output('download_images');
      const caller = userCaller(run.userId);
      tools.estimating.expect();
      const detecting = detectDamage(tools, run, { ...crawled, categories, images, signal });
      const others = Promise.all([
        detecting,
        output('crawl_vehicle_parts'),
        output('map_vehicle_parts_to_generic_categories'),
      ]);
      // Whoever asks for a report on the command line gets no later version.
      const wait = run.userId === null ? null : { ms: tools.readerWaitMs, others };
      const [detection, read] = await Promise.all([
        detecting,
        images.then(({ photos }) => readPhotos(tools, photos, crawled.lot, { caller, signal, wait })),
        others,
      ]);
      const { model, inputs } = await makeReport(tools.estimate, tools.estimating.for(caller), {
        reportId: run.reportId,
        createdAt: run.createdAt.toISOString(),
        crawled,
        images: await images,
        crawledParts: await output('crawl_vehicle_parts'),
        mapped: await output('map_vehicle_parts_to_generic_categories'),
        estimated: await keptPartsOf(tools.lots.pool, run.userId, crawled.vehicle),
        detection,
        read,
        start: await findReportStart(tools.lots.pool, run.userId),
      });
      return { detection, model, inputs };
    },
  },
};
