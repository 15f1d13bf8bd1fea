import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tidesOf } from '../src/day.js';
import { heightAt } from '../src/tides.js';

const moonOnly = { name: 'Moon Rock', meanLevel: 2, constituents: { M2: { amplitude: 1, phase: 0 } } };

test('at phase 0 the water stands as high as it can', () => {
  assert.equal(heightAt(moonOnly, 0), 3);
});

test('high water comes back after 12 hours and 25 minutes', () => {
  const highs = tidesOf(moonOnly, '2026-03-10').turns.filter((turn) => turn.kind === 'high');
  assert.equal(highs[1].minute - highs[0].minute, 12 * 60 + 25);
});

test('the water rises and falls in turn', () => {
  const kinds = tidesOf(moonOnly, '2026-03-10').turns.map((turn) => turn.kind);
  for (let index = 1; index < kinds.length; index += 1) assert.notEqual(kinds[index], kinds[index - 1]);
});
