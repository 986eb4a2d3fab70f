import { readFileSync } from 'node:fs';
import { readLotFacts } from '/work/wt-engine/server/estimate/lot-facts.ts';
import { estimateLot } from '/work/wt-engine/server/estimate/estimate-lot.ts';
const rows = readFileSync('/work/wt-engine/server/estimate/fixtures/typical-lots.jsonl','utf8').trim().split('\n').map(r=>readLotFacts(JSON.parse(r))!);
for (let k=0;k<2;k++) for (const r of rows) estimateLot(r);
const c0=process.cpuUsage(); let n=0;
for (let k=0;k<6;k++) for (const r of rows) { estimateLot(r); n++; }
const c=process.cpuUsage(c0); console.log('cpu ms per lot', (c.user+c.system)/1000/n);
