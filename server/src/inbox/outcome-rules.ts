import { type Outcome, outcomeStage, type Stage, stages } from '@outcrop/contract';

/**
 * The stage of a prospect after an outcome. A stage only moves forward or to `not_interested`; from
 * there, a person who is interested after all comes back. A customer stays one.
 */
export function stageAfter(outcome: Outcome | null, stage: Stage): Stage {
  const target = outcome && outcomeStage[outcome];
  if (target === null || stage === 'customer') return stage;
  if (target === 'not_interested' || stage === 'not_interested') return target;
  return stages.indexOf(target) > stages.indexOf(stage) ? target : stage;
}
