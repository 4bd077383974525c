import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Pod, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readEnvironment, readRepositoryFile, settingProblems } from '../process-settings.ts';

const folders = ['deploy/kubernetes', 'deploy/kubernetes/migrate', 'deploy/kubernetes/operator'];
const kustomizations = folders.map((folder) =>
  parse(readRepositoryFile(`${folder}/kustomization.yaml`)),
);
const documents = folders.flatMap((folder, index) =>
  kustomizations[index].resources.flatMap((file: string) =>
    parseAllDocuments(readRepositoryFile(`${folder}/${file}`)).map((document) => document.toJS()),
  ),
);
const named = (kind: string) => documents.filter((document) => document.kind === kind);

const models: Record<string, new (data: never) => { validate: () => void }> = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  Service,
};

test.each(documents.map((document) => [`${document.kind} ${document.metadata.name}`, document]))(
  '%s matches the schema of Kubernetes',
  (_name, document) => {
    const Model = models[document.kind]!;
    expect(() => new Model(document as never).validate()).not.toThrow();
  },
);

describe('pods', () => {
  const templates = [...named('Deployment'), ...named('Job')].map(({ spec }) => spec.template);
  const pods = [...templates, ...named('Pod')].map(({ spec }) => spec);
  const containers = pods.flatMap((pod) => pod.containers);

  test('there is one for the API, the worker, the migration and the operator', () => {
    expect(containers.map(({ name }) => name)).toEqual(['api', 'worker', 'migrate', 'account']);
    expect(containers.map(({ args }) => args?.[0])).toEqual([
      'api',
      'worker',
      'migrate',
      undefined,
    ]);
  });

  test('have no privileges and a read-only root with /tmp', () => {
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toEqual({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.volumes.map(({ name }: { name: string }) => name)).toEqual(['tmp']);
    }
    for (const { securityContext, volumeMounts, resources } of containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
      expect(resources.limits.memory).toMatch(/^\d+(Mi|Gi)$/);
      expect(resources.requests).toEqual({ cpu: expect.any(String), memory: expect.any(String) });
    }
  });

  test('have the settings that they need', () => {
    const secrets = secretsOfPage();
    const [{ configMapGenerator }] = kustomizations;
    const settings = readEnvironment(configMapGenerator[0].literals.join('\n'));
    for (const { name, envFrom } of containers) {
      const given = envFrom.map((source: Record<string, { name: string }>) =>
        source.configMapRef ? settings : secrets[source.secretRef!.name],
      );
      const problems = settingProblems(name, Object.assign({}, ...given));
      expect([name, problems]).toEqual([name, []]);
    }
  });

  test('all use the same image', () => {
    const [{ images }, ...others] = kustomizations;
    for (const other of others) expect(other.images).toEqual(images);
    expect(new Set(containers.map(({ image }) => image))).toEqual(new Set([images[0].name]));
  });
});

/** The secrets as docs/self-hosting.md creates them, with values for its `…` and `$(…)`. */
function secretsOfPage(): Record<string, Record<string, string>> {
  const commands = readRepositoryFile('docs/self-hosting.md').matchAll(
    /create secret generic (\S+) ((?:.*\\\n)*.*)/g,
  );
  const secrets = [...commands].map(([, name, options = '']) => {
    const literals = [...options.matchAll(/--from-literal=([A-Z_]+)="?([^"\s]+(?: [^"\s]+)*)"?/g)];
    const values = literals.map(([, key, value]) => [
      key,
      value!
        .replace(/\$\(openssl rand -hex 32\)/, 'a'.repeat(64))
        .replace(/\$\(openssl rand -base64 32\)/, Buffer.alloc(32, 7).toString('base64')),
    ]);
    return [name, Object.fromEntries(values)];
  });
  return Object.fromEntries(secrets);
}

test('selectors find the pods they are for', () => {
  const labels = named('Deployment').map(({ spec }) => spec.template.metadata.labels);
  for (const { spec } of named('Deployment'))
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
  const selectors = [
    ...named('Service').map(({ spec }) => spec.selector),
    ...named('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...named('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ];
  for (const selector of selectors)
    expect(labels).toContainEqual(expect.objectContaining(selector));
  for (const { spec } of named('HorizontalPodAutoscaler'))
    expect(named('Deployment').map(({ metadata }) => metadata.name)).toContain(
      spec.scaleTargetRef.name,
    );
});
