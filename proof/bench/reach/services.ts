/**
 * The services of the Web Fuzzing Dataset (https://github.com/WebFuzzing/Dataset) that `npm run bench:reach` measures: how each is built,
 * started and asked. Arguments, databases and users are those of the dataset's own drivers (`em/external`, `dockerfiles/`, `auth/`).
 */

export interface JvmService {
  readonly name: string;
  /** The folder of the Maven project below the checkout, and the module in it. */
  readonly project: string;
  readonly module: string;
  /** The file that is started, below the `target` of the module. */
  readonly jar: string;
  /** Arguments of Maven, and the variables of its environment, without which the module does not build with a newer JDK. */
  readonly building?: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> };
  /** The modules whose classes are the service's own, below the project. Default: the module alone. */
  readonly modules?: readonly string[];
  /** The package of the service's own classes. */
  readonly packageName: string;
  /** The contract, below the checkout. */
  readonly contract: string;
  /** The path of the base URL: `/api/v3`. */
  readonly base: string;
  /** An authentication file of Web Fuzzing Commons below the checkout, which both tools are given. */
  readonly auth?: string;
  /** Credentials that the service takes, where there is no such file: a bearer token, and a key by the name of its scheme and its field. */
  readonly credentials?: {
    readonly token: string;
    readonly key: readonly [scheme: string, field: string, value: string];
  };
  /** A request that is sent before the measurement, as the dataset's driver does, so that there are users. */
  readonly seed?: { readonly method: string; readonly path: string };
  /** Whether the service uses javax.xml.bind, which was part of Java until version 10. */
  readonly needsJaxb?: true;
  /** Options of Java. */
  readonly java?: (run: JvmRun) => readonly string[];
  readonly args: (run: JvmRun) => readonly string[];
}

/** What one start of a service is given. */
interface JvmRun {
  readonly port: number;
  /** A new folder, in which the service may write. */
  readonly folder: string;
  /** The folder of the module, with its sources. */
  readonly moduleFolder: string;
}

/** A database in memory, which is new at each start. */
const DATABASE = [
  '-Dspring.datasource.url=jdbc:h2:mem:testdb;DB_CLOSE_DELAY=-1',
  '-Dspring.datasource.username=sa',
  '-Dspring.datasource.password',
];
const DIALECT = '-Dspring.jpa.database-platform=org.hibernate.dialect.H2Dialect';

const springPort = ({ port }: JvmRun) => [`--server.port=${port}`];

/** Lombok reaches into the compiler, which a JDK from 16 on allows only when it is told to. */
const OPEN_COMPILER = ['processing', 'code', 'file', 'comp', 'main', 'model', 'parser', 'tree', 'util', 'jvm', 'api']
  .map((name) => `--add-opens=jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`)
  .join(' ');

const artificial = (name: string, packageName: string): JvmService => ({
  name,
  project: 'jdk_8_maven',
  module: `cs/rest/artificial/${name}`,
  jar: `rest-${name}-sut.jar`,
  packageName,
  contract: `openapi-swagger/rest-${name}.json`,
  base: '',
  args: springPort,
});

export const jvmServices: readonly JvmService[] = [
  {
    name: 'features-service',
    project: 'jdk_8_maven',
    module: 'cs/rest/original/features-service',
    jar: 'features-service-sut.jar',
    building: { args: ['-Dmaven.compiler.source=8', '-Dmaven.compiler.target=8', '-Djava.version=1.8'] },
    packageName: 'org.javiermf.features',
    contract: 'openapi-swagger/features-service.json',
    base: '',
    needsJaxb: true,
    java: () => [...DATABASE, DIALECT],
    args: springPort,
  },
  {
    name: 'restcountries',
    project: 'jdk_8_maven',
    module: 'cs/rest/original/restcountries',
    jar: 'restcountries-sut.jar',
    packageName: 'eu.fayder',
    contract: 'openapi-swagger/restcountries.yaml',
    base: '/rest',
    args: springPort,
  },
  {
    name: 'catwatch',
    project: 'jdk_8_maven',
    module: 'cs/rest/original/catwatch/catwatch-backend',
    jar: 'catwatch-sut.jar',
    packageName: 'org.zalando',
    contract: 'openapi-swagger/catwatch.json',
    base: '',
    needsJaxb: true,
    // `GET /fetch` asks GitHub, five times with growing pauses. Where GitHub cannot be reached, the peer takes the silence for its end.
    java: ({ port, folder }) => [
      ...DATABASE,
      DIALECT,
      `-Dserver.port=${port}`,
      `-Dcache.path=${folder}/cache`,
      '-Dfetcher.maxAttempts=1',
    ],
    args: () => [],
  },
  {
    name: 'http-patch-spring',
    project: 'jdk_11_maven',
    module: 'cs/rest/http-patch-spring',
    jar: 'http-patch-spring-sut.jar',
    building: { env: { MAVEN_OPTS: OPEN_COMPILER } },
    packageName: 'com.cassiomolin.patch',
    contract: 'openapi-swagger/http-patch-spring.json',
    base: '',
    args: springPort,
  },
  {
    name: 'swagger-petstore',
    project: 'jdk_8_maven',
    module: 'cs/rest/original/swagger-petstore',
    jar: 'swagger-petstore-sut.jar',
    building: { args: ['-Ddownload.skip=true', '-Ddownload.plugin.skip=true'] },
    packageName: 'io.swagger.petstore',
    contract: 'openapi-swagger/swagger-petstore.json',
    base: '/api/v3',
    // It looks at no credential, so that any will do.
    credentials: { token: 'any', key: ['api_key', 'api_key', 'any'] },
    java: ({ moduleFolder }) => [`-Dconfig=${moduleFolder}/inflector.yaml`],
    args: ({ port }) => [String(port)],
  },
  {
    name: 'tracking-system',
    project: 'jdk_11_maven',
    module: 'cs/rest/tracking-system',
    jar: 'tracking-system-sut.jar',
    packageName: 'com.pfa.app',
    contract: 'openapi-swagger/tracking-system.json',
    base: '/app',
    auth: 'auth/tracking-system-auth.yaml',
    java: () => [...DATABASE, '-Dspring.profiles.active=dev'],
    args: springPort,
  },
  {
    name: 'market',
    project: 'jdk_11_maven',
    module: 'cs/rest-gui/market/market-rest',
    jar: 'market-sut.jar',
    modules: ['cs/rest-gui/market/market-rest', 'cs/rest-gui/market/market-core'],
    packageName: 'market',
    contract: 'openapi-swagger/market.json',
    base: '',
    auth: 'auth/market-auth.yaml',
    java: () => DATABASE,
    args: springPort,
  },
  {
    name: 'proxyprint',
    project: 'jdk_8_maven',
    module: 'cs/rest/original/proxyprint',
    jar: 'proxyprint-sut.jar',
    packageName: 'io.github.proxyprint.kitchen',
    contract: 'openapi-swagger/proxyprint.json',
    base: '',
    auth: 'auth/proxyprint-auth.yaml',
    seed: { method: 'POST', path: '/admin/seed' },
    needsJaxb: true,
    java: ({ folder }) => [
      ...DATABASE,
      DIALECT,
      '-Dspring.jpa.show-sql=false',
      '-Dspring.jpa.hibernate.ddl-auto=create-drop',
      `-Ddocuments.path=${folder}/documents/`,
    ],
    args: springPort,
  },
  artificial('ncs', 'org.restncs'),
  artificial('scs', 'org.restscs'),
  { ...artificial('news', 'org.tsdes'), needsJaxb: true },
];
