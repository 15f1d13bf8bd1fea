import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockTime, duration } from '../src/clock.js';

test('a quarter past is a quarter past', () => {
  assert.equal(clockTime(7 * 60 + 15), '07:15');
});

test('a quarter to eight is still seven', () => {
  assert.equal(clockTime(7 * 60 + 45), '07:45');
});

test('a walk of 75 minutes takes an hour and a quarter', () => {
  assert.equal(duration(75), '1 h 15 min');
  assert.equal(duration(40), '40 min');
});
