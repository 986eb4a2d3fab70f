import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pastedNumbersAnswerSchema } from '../../contract/dealer-page/pasted-numbers.ts';
import { readFinishedReport } from '../../server/reports/read-report.ts';
import { addSampleReport, makeSampleReport } from './finished-report.ts';
import { addKeepingMember } from './keeping-member.ts';
import { startService, type TestService } from './service.ts';

/** Made up; no catalog has it. */
const CONDENSER = '64539999991';
const LIST = `${CONDENSER}\tA/C condenser\t$345.67`;

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function owner() {
  const member = await addKeepingMember(service);
  const id = await addSampleReport(service, member.userId);
  const add = (text: string, version = 0) =>
    service.call('POST', `reports/${id}/numbers`, { token: member.token, json: { version, text } });
  return { ...member, id, add };
}

describe('numbers pasted for a report', () => {
  test('fill its lines at once, and are listed with the saved estimates', async () => {
    const { add, list } = await owner();
    const answer = await add(LIST);
    expect(answer.status).toBe(200);
    const { saved, lines, lines_with_number, recalculated } = pastedNumbersAnswerSchema.parse(answer.json);
    expect(saved).toEqual([{ number: CONDENSER, name: 'A/C condenser', price: 345.67 }]);
    expect(lines_with_number).toBeGreaterThan(0);
    expect(lines).toBeGreaterThanOrEqual(lines_with_number);
    expect(recalculated.version).toBe(1);
    const line = recalculated.report.estimate.lines.find(({ category }) => category === 'ac_condenser');
    expect(line?.oem_numbers).toMatchObject([{ number: CONDENSER, source: 'Added numbers' }]);
    expect(await list()).toMatchObject([{ format: 'pasted', numbers: 1, prices: 1 }]);
  });

  test('serve the next report of the model and year, marked as of a similar car', async () => {
    const { userId, add } = await owner();
    await add(LIST);
    await service.tools.pool.query("UPDATE kept_estimates SET vin = 'WBA3A5C51EF900003' WHERE user_id = $1", [
      userId,
    ]);
    const next = await makeSampleReport(service, userId);
    const { estimate } = await readFinishedReport(service.tools, userId, next);
    const line = estimate.lines.find(({ category }) => category === 'ac_condenser');
    expect(line?.oem_numbers).toEqual([]);
    expect(line?.similar_numbers).toMatchObject([{ number: CONDENSER, source: 'Added numbers' }]);
  });

  /** A report whose car is of this make, beyond the 19. */
  const ofMake = async (make: string) => {
    const member = await owner();
    await service.tools.pool.query(
      `UPDATE reports SET model = jsonb_set(jsonb_set(model, '{vehicle,make}', to_jsonb($2::text)), '{vehicle,make_key}', 'null') WHERE id = $1`,
      [member.id, make],
    );
    return member;
  };

  test('are saved for a make beyond the 19', async () => {
    const { add, list } = await ofMake('Jeep');
    const answer = await add('68288099AC\tA/C condenser\t$345.67');
    expect(answer.status).toBe(200);
    expect(await list()).toMatchObject([{ format: 'pasted', make: 'Jeep', numbers: 1 }]);
  });

  test('are refused by name for a make of which no report can be made', async () => {
    const { add } = await ofMake('Skoda');
    const answer = await add(LIST);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('can’t read Skoda part numbers');
    expect(answer.json.details).toMatchObject({ reason: 'unknown_form' });
  });

  test.each([
    ['no part number', 'We found no BMW part numbers', 'no_numbers'],
    [`${CONDENSER} Something special`, 'no part names we know', 'no_names'],
  ])('are refused with the reason: %s', async (text, message, reason) => {
    const { add, list } = await owner();
    const answer = await add(text);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      message: expect.stringContaining(message),
      details: { field: 'text', reason },
    });
    expect(await list()).toEqual([]);
  });

  test('are nobody else’s to add', async () => {
    const { id } = await owner();
    const { token } = await addKeepingMember(service);
    const answer = await service.call('POST', `reports/${id}/numbers`, {
      token,
      json: { version: 0, text: LIST },
    });
    expect(answer.status).toBe(404);
  });
});
