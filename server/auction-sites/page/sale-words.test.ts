import { describe, expect, it } from 'vitest';
import { reserveStateOf, saleKindOf, soldStatusOf, stateInLines, statusStateOf } from './sale-words.ts';

describe('saleKindOf', () => {
  it.each([
    ['MINIMUM_BID', 'minimum_bid'],
    ['On minimum bid', 'minimum_bid'],
    ['PURE_SALE', 'pure_sale'],
    ['On Approval', 'on_approval'],
    ['Buy Now', 'buy_now'],
    ['IAA Ontario Regional Sale', null],
    ['Sold on minimum bid', null],
  ])('reads %s as %s', (text, kind) => {
    expect(saleKindOf(text)).toBe(kind);
  });
});

describe('soldStatusOf', () => {
  it.each([
    ['Sold', 'sold'],
    ['Not sold', 'not_sold'],
    ['Sold on Approval', 'on_approval'],
    ['On approval', 'on_approval'],
    ['Sold, then cancelled', null],
    ['Withdrawn', null],
  ])('reads %s as %s', (text, status) => {
    expect(soldStatusOf(text)).toBe(status);
  });
});

describe('statusStateOf', () => {
  it.each([
    ['Sold', 'sold'],
    ['Sold on Approval', 'on_approval'],
    ['Not sold', 'ended'],
    ['archived', 'ended'],
    ['Auction Completed', 'ended'],
    ['Live auction in progress', 'live'],
    ['RS', null],
    ['Sold items pickup', null],
  ])('reads %s as %s', (text, state) => {
    expect(statusStateOf(text)).toBe(state);
  });
});

describe('stateInLines', () => {
  it.each([
    [['Home', 'Sold'], 'sold'],
    [['This lot has been sold'], 'sold'],
    [['Sold', 'Sold on approval'], 'on_approval'],
    [['Auction ended'], 'ended'],
    [['Live', 'Closed', 'On approval'], null],
    [['Sold by: Progressive'], null],
  ])('reads %j as %s', (lines, state) => {
    expect(stateInLines(lines)).toBe(state);
  });
});

describe('reserveStateOf', () => {
  it.each([
    ['Seller reserve not yet met', 'not_met'],
    ['Reserve not met', 'not_met'],
    ['Seller reserve met', 'met'],
    ['Seller reserve has been met', 'met'],
    ['No reserve', 'none'],
    ['Reserve price may apply', null],
    ['Reserve almost met', null],
  ])('reads %s as %s', (text, state) => {
    expect(reserveStateOf(text)).toBe(state);
  });
});
