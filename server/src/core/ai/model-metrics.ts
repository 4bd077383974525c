import { counter, histogram } from '../../platform/observe/metrics.ts';
import { inSpan, SpanKind } from '../../platform/observe/tracing.ts';
import { ModelFailure } from './model.ts';

const callsTotal = counter(
  'outcrop_model_calls_total',
  'Calls to language models, by whose model it is and outcome',
  ['owner', 'outcome'],
);
const callSeconds = histogram(
  'outcrop_model_call_duration_seconds',
  'Duration of a call to a language model',
  [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60],
  ['owner'],
);

/** Counts a call to a model, and traces it. */
export function measured<T>(
  owner: 'operator' | 'workspace',
  model: string,
  call: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const count = (outcome: string) => {
    callsTotal.inc({ owner, outcome });
    callSeconds.observe({ owner }, (performance.now() - started) / 1_000);
  };
  return inSpan(
    () => ({
      name: 'model call',
      kind: SpanKind.CLIENT,
      attributes: { 'gen_ai.request.model': model },
    }),
    async () => {
      try {
        const reply = await call();
        count('answered');
        return reply;
      } catch (error) {
        count(error instanceof ModelFailure ? error.kind : 'interrupted');
        throw error;
      }
    },
  );
}
