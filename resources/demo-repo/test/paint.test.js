import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wave } from '../src/chart.js';
import { heightText } from '../src/format.js';

test('a wave runs from the lowest block to the highest', () => {
  assert.equal(wave([0, 1, 2, 3, 4, 5, 6, 7]), '▁▂▃▄▅▆▇█');
});

test('a pond has no tide', () => {
  assert.equal(wave([1, 1, 1]), '▁▁▁');
});

test('heights come in metres and in feet', () => {
  assert.equal(heightText(0.6), '0.6 m');
  assert.equal(heightText(3.048, true), '10.0 ft');
});
