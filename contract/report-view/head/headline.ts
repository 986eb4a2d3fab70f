import type { HeadlineFact } from '../../facts/headline-fact.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { wholeDollars } from '../figures.ts';
import { figure, percentOf, type Sentence, said } from '../words/sentence.ts';

function factWords(fact: HeadlineFact): Sentence {
  switch (fact.code) {
    case 'airbags_deployed':
      return fact.usd > 0
        ? said`Airbags are declared deployed: restraint parts and their work make ${figure('restraints', wholeDollars(fact.usd))} of what is written.`
        : ['Airbags are declared deployed.'];
    case 'dearest_line':
      return fact.probability < 0.995
        ? said`Largest line: ${fact.name}, ${figure(`cost:${fact.line}`, wholeDollars(fact.usd))}, ${figure(`chance:${fact.line}`, percentOf(fact.probability))} likely.`
        : said`Largest line: ${fact.name}, ${figure(`cost:${fact.line}`, wholeDollars(fact.usd))}.`;
    case 'unlocated':
      return said`${figure('outcome:unlocated', wholeDollars(fact.usd))} is an allowance for damage that the listing does not locate: it follows the value of the car.`;
    case 'hidden':
      return said`Possible hidden damage makes ${figure('block:likely_hidden', percentOf(fact.share))} of what is written before tax (${figure('block:likely_hidden', wholeDollars(fact.usd))}).`;
    case 'stationary':
      return ['The car is declared stationary: mechanical or structural damage is more likely.'];
    case 'repair_to_value':
      return said`The likely repair is ${figure('repair-to-value', percentOf(fact.share))} of the listed value.`;
    case 'declared':
      return [`Declared damage: ${fact.primary}${fact.secondary === null ? '' : `, and ${fact.secondary}`}.`];
  }
}

/** What moves the estimate most, a sentence each, strongest first; reports of schema_version 1 stored the sentences. */
export const headlineReasons = ({ facts, reasons = [] }: ReportModel['headline']): readonly Sentence[] =>
  facts?.map(factWords) ?? reasons.map((sentence) => [sentence]);
