import { createRequire } from 'node:module';
import {
  Document,
  Font,
  Image,
  Page,
  renderToBuffer,
  StyleSheet,
  Text,
  type TextProps,
  View,
} from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { printData } from '../../server/pdf/data/print-data.ts';
import type { PrintedLine } from '../../server/pdf/data/print-lines.ts';
import { type GivenPhoto, printPhotos } from '../../server/pdf/data/print-photos.ts';

const require = createRequire(import.meta.url);
const weight = (name: string, fontWeight: number) => ({
  src: require.resolve(`@expo-google-fonts/inter/${name}/Inter_${name}.ttf`),
  fontWeight,
});
Font.register({ family: 'Inter', fonts: [weight('400Regular', 400), weight('600SemiBold', 600)] });
Font.registerHyphenationCallback((word) => [word]);

const styles = StyleSheet.create({
  page: { fontFamily: 'Inter', fontSize: 8, padding: 44 },
  title: { fontSize: 22, fontWeight: 600, marginBottom: 8 },
  heading: { fontSize: 13, fontWeight: 600, marginTop: 14, marginBottom: 6 },
  row: { flexDirection: 'row', paddingVertical: 3, borderBottomWidth: 0.4, borderColor: '#d8d5cc' },
  bold: { fontWeight: 600 },
  small: { fontSize: 7, color: '#565d66' },
  photos: { flexDirection: 'row', flexWrap: 'wrap' },
  photo: { width: 124, height: 93, margin: 3 },
});
const WIDTHS = [20, 24, 155, 126, 15, 40, 38, 34, 62];

const text = (words: ReactNode, style: NonNullable<TextProps['style']> = {}) => h(Text, { style }, words);
const row = (cells: ReactNode[], widths: readonly number[] = WIDTHS) =>
  h(
    View,
    { style: styles.row, wrap: false },
    ...cells.map((cell, i) => text(cell, { width: widths[i] ?? 60, paddingRight: 4 })),
  );
const small = (words: string) => (words === '' ? '' : text(`\n${words}`, styles.small));

const lineRow = (line: PrintedLine) => [
  row([
    line.number + line.flag,
    line.operation,
    h(
      Text,
      {},
      text(line.name, styles.bold),
      small([line.part_type, line.chance, line.why, line.notes].filter((words) => words !== '').join(' · ')),
      small(line.links.map(({ label }) => label).join(' · ')),
    ),
    h(
      Text,
      {},
      ...line.oem.flatMap(({ numbers, note }) => [
        text(numbers.map(({ number }) => number).join(', '), styles.bold),
        small(note),
      ]),
      small(line.oem_missing),
    ),
    line.quantity,
    line.price,
    line.hours,
    line.refinish,
    h(Text, {}, text(line.cost, styles.bold), small(line.cost_range), small(line.counts)),
  ]),
  ...line.adjustments.map(({ label, hours }) => row(['', '', label, '', '', '', '', hours])),
];

/** The same report laid out plainly by @react-pdf/renderer: same words, lines, photos and totals; no diagram, boxes, tags or bookmarks. */
export async function reactPdfReport(model: ReportModel, input: readonly GivenPhoto[]): Promise<Uint8Array> {
  const photos = await printPhotos(model, input);
  const report = printData(model, photos, {
    liveUrl: null,
    editedMark: false,
    preparedFor: null,
    home: null,
    covered: () => true,
  });
  const heading = (words: string) => text(words, styles.heading);
  const sentences = (all: readonly string[]) => all.map((words) => text(words));
  const pairs = (all: readonly { label: string; value: string }[]) =>
    all.map(({ label, value }) => row([label, value], [130, 380]));
  const page = h(
    Page,
    { size: 'LETTER', style: styles.page },
    text(report.name, styles.title),
    ...pairs([...report.parties, ...report.facts]),
    ...pairs([
      { label: 'Repair, likely', value: `${report.repair.likely} (${report.total_range})` },
      { label: "Seller's figure", value: `${report.seller.repair}, ${report.seller.place}` },
      { label: 'Total loss', value: `${report.verdict}, ${report.to_value}` },
      { label: 'Parts', value: report.parts_count },
    ]),
    heading('How sure'),
    ...sentences([report.looked, report.sure, ...report.examined]),
    heading("The seller's figure"),
    ...sentences([report.seller.note, report.seller.difference, report.total_loss]),
    heading('Photos'),
    h(
      View,
      { style: styles.photos },
      ...photos.map(({ bytes }) =>
        h(Image, { src: { data: Buffer.from(bytes), format: 'jpg' }, style: styles.photo }),
      ),
    ),
    ...report.blocks.flatMap((block) => [
      heading(`${block.title} ${block.subtotal}`),
      text(block.note, styles.small),
      ...block.sections.flatMap(({ title, lines }) => [text(title, styles.small), ...lines.flatMap(lineRow)]),
      ...block.unlikely.map((line) =>
        row([line.number, line.operation, line.name, line.chance, '', '', line.hours, '', line.cost]),
      ),
      ...sentences(block.rare),
    ]),
    heading('Totals'),
    ...[...report.totals, ...report.tax].map(({ label, basis, rate, amount }) =>
      row([label, basis, rate, amount], [220, 90, 90, 90]),
    ),
    row(['Grand total', '', '', report.total], [220, 90, 90, 90]),
    heading('Basis'),
    ...sentences([
      ...report.reservations,
      ...report.more_reservations,
      ...report.assumptions,
      ...report.questions,
    ]),
    ...pairs(report.sources.map(({ what, source }) => ({ label: what, value: source }))),
    ...pairs(report.suppliers.map(({ host, label }) => ({ label: host, value: label }))),
    h(Text, {
      fixed: true,
      style: { position: 'absolute', bottom: 20, left: 44 },
      render: ({ pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`,
    }),
  );
  return await renderToBuffer(h(Document, { title: report.title }, page));
}
