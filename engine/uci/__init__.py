"""The UCI engine: begin with `protocol`, then `go`, `search`, `info`, `options`, `strength`."""
