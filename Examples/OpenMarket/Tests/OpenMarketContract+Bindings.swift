// SPDX-License-Identifier: Apache-2.0
import AccordTesting
import Foundation
import OpenMarket

extension OpenMarketContract {
    static let bindings = OpenMarketBindings<APIManager>(
        client: { stub in APIManager(session: stub.urlSession) },
        health: { manager, _ in try await manager.checkHealth() },
        products: { manager, input in
            try await manager.products(page: input.pageNo, itemsPerPage: input.itemsPerPage)
        },
        product: { manager, input in try await manager.product(id: input.id) },
        createProduct: { manager, input in
            let form = try input.body.decode(ProductForm.self)
            return try await manager.create(form.params, pictures: form.pictures, vendor: input.identifier)
        }
    )
}

/// The form as a case writes it: of one picture, or of a list of them.
private struct ProductForm: Decodable {
    struct Image: Decodable {
        var filename: String
        var contentType: String?
        var data: Data
    }

    let params: NewProduct
    let images: [Image]

    private enum CodingKeys: CodingKey {
        case params, images
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        params = try container.decode(NewProduct.self, forKey: .params)
        let list = try? container.decode([Image].self, forKey: .images)
        images = try list ?? [container.decode(Image.self, forKey: .images)]
    }

    var pictures: [Picture] {
        images.map { image in
            Picture(filename: image.filename, contentType: image.contentType ?? "image/png", data: image.data)
        }
    }
}
