import encodeQR from 'qr';
import { diagramSvg, levelSwatch, SWATCH_LEVELS } from '../../contract/car-diagram/car-diagram.ts';
import { marksOf } from '../../contract/report-view/line-order.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { logoFile, NO_SHOP, type PrintSetting, printData } from './data/print-data.ts';
import { type GivenPhoto, printPhotos } from './data/print-photos.ts';
import { covered } from './font-coverage.ts';
import type { PrintDocument } from './press/typesetter.ts';

/**
 * The report as the compiler takes it: US Letter, what is printed as data, drawings as SVG, photos small enough to keep
 * the file well under 2 MB. `photos` are image files by the report's photo numbers.
 */
export async function reportDocument(
  model: ReportModel,
  photos: readonly GivenPhoto[],
  setting: PrintSetting = {},
): Promise<PrintDocument> {
  const {
    liveUrl = null,
    editedMark = false,
    preparedFor = null,
    home = null,
    shop = NO_SHOP,
    deal = null,
    approval = null,
    history = null,
    offers = null,
    units,
  } = setting;
  const files = await printPhotos(model, photos);
  const report = printData(model, files, {
    liveUrl,
    editedMark,
    preparedFor,
    home,
    shop,
    deal,
    approval,
    history,
    offers,
    ...(units ? { units } : {}),
    covered: covered(),
  });
  const diagram = diagramSvg({
    panels: marksOf(model.estimate.lines),
    title: 'Damage by panel',
    body_class: model.vehicle.body_class,
    theme: 'print',
  });
  const swatches = Object.fromEntries(
    SWATCH_LEVELS.map((level) => [`swatch-${level}`, levelSwatch(level, 'print')]),
  );
  const qr = liveUrl === null ? '' : encodeQR(liveUrl, 'svg', { border: 1, ecc: 'medium' });
  return {
    main: 'report.typ',
    inputs: { report: JSON.stringify(report), diagram, qr, ...swatches },
    files: [
      ...files.map(({ path, bytes }) => ({ path, bytes })),
      ...(shop.logo ? [{ path: logoFile(shop.logo), bytes: shop.logo.bytes }] : []),
    ],
  };
}
